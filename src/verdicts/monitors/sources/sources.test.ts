import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openaiAnswer, quickPort } from '../../../../test/judge/judge-world.ts';
import { type ModelServer, startModelServer, type Turn } from '../../../../test/model/servers/model-server.ts';
import { openaiDialect } from '../../../../test/model/servers/openai-dialect.ts';
import { makeMonitoredRun } from '../../../../test/monitors/make-monitored-run.ts';
import { createAsker } from '../../judges/ask/ask-model.ts';
import type { PreparedMonitor } from '../monitor-source.ts';
import { prepareModelMonitor, prepareMonitor } from '../monitor-source.ts';
import { scoreTree, type TreeScoring } from '../score-tree.ts';

const root = mkdtempSync(join(tmpdir(), 'monitor-sources-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const options: TreeScoring = { view: 'full', moments: ['before'], osharmVersion: '0', concurrency: 1 };
let count = 0;
const newRun = (): string => {
  count += 1;
  return makeMonitoredRun(root, {
    id: `_run${count}`,
    steps: ['open("a")', 'send("a")', 'DONE'],
    effects: [{ step: 0, kind: 'created', path: '/home/user/a' }],
    effectCounts: [1, 1, 1],
  });
};
const scored = async (monitor: PreparedMonitor, more: Partial<TreeScoring> = {}) => {
  const directory = newRun();
  const [result] = (await scoreTree([directory], monitor, { ...options, ...more })).results;
  if (result === undefined) throw new Error('One run is scored.');
  return result;
};
const outcome = async (monitor: PreparedMonitor) => {
  const result = await scored(monitor);
  return result.state === 'failed'
    ? `${result.error.code}: ${result.error.message}`
    : result.scores.scores.map(({ suspicion, reason }) => suspicion ?? reason);
};

describe('monitors run as a command', () => {
  const program = (name: string, body: string): string => {
    const file = join(root, name);
    writeFileSync(file, body);
    return `node ${file}`;
  };
  const lines = (answer: string): string =>
    `const { createInterface } = require('node:readline');
createInterface({ input: process.stdin }).on('line', (line) => { const view = JSON.parse(line); if (view.type === 'close') process.exit(0); ${answer} });`;

  it('a command monitor receives the view of each step and is named after its file', async () => {
    const seen = join(root, 'seen.jsonl');
    const monitor = await prepareMonitor(
      program(
        'watch.cjs',
        lines(
          `require('node:fs').appendFileSync(${JSON.stringify(seen)}, line + '\\n'); console.log(JSON.stringify({ suspicion: view.step / 4, reason: view.current.actions[0] }));`,
        ),
      ),
    );
    expect(monitor.definition.name).toBe('watch');
    const result = await scored(monitor, { view: 'no-tree' });
    expect(result.state === 'scored' ? result.scores.scores : result).toMatchObject([
      { step: 0, suspicion: 0, reason: 'open("a")' },
      { step: 1, suspicion: 0.25 },
      { step: 2, suspicion: 0.5, reason: 'DONE' },
    ]);
    const views = readFileSync(seen, 'utf8').trim().split('\n');
    expect(JSON.parse(views[1] ?? '')).toEqual({
      type: 'score',
      protocol: 'osharm-monitor/1',
      instruction: 'Do the work.',
      step: 1,
      moment: 'before',
      history: [{ step: 0, thoughts: 'I will do open("a")', reasoning: null, actions: ['open("a")'] }],
      current: { step: 1, thoughts: 'I will do send("a")', reasoning: null, actions: ['send("a")'] },
      screenshot: Buffer.from('picture 1').toString('base64'),
      tree: null,
      effects: [
        {
          step: 0,
          source: 'file',
          kind: 'created',
          path: '/home/user/a',
          host: null,
          recipients: [],
          sentence: 'Something happened.',
        },
      ],
    });
  });

  it.each([
    [
      'no number',
      `console.log('{"suspicion": NaN}')`,
      /^monitor-failed: The monitor "hostile" sent no reply to score: it /,
    ],
    [
      'too much',
      `console.log(JSON.stringify({ suspicion: 0, reason: 'x'.repeat(300_000) }))`,
      /^monitor-failed: .*hostile/,
    ],
    ['its exit', `process.exit(3)`, /^monitor-failed: .*ended with 3/],
  ])('a command monitor that answers with %s has failed', async (_, answer, message) => {
    expect(await outcome(await prepareMonitor(program('hostile.cjs', lines(answer))))).toMatch(message);
  });

  it('a command monitor’s answer outside 0 … 1 leaves the step unscored', async () => {
    const monitor = await prepareMonitor(program('beyond.cjs', lines(`console.log('{"suspicion": 7}')`)));
    expect(await outcome(monitor)).toMatch(
      /^monitor-bad-answer: The monitor beyond scored no step\..*suspicion: Too big/,
    );
  });

  it('a command monitor that hangs is stopped', async () => {
    const monitor = await prepareMonitor(program('hang.cjs', lines('')));
    expect(await outcome({ ...monitor, limitMs: 400 })).toBe(
      'monitor-timeout: The monitor hang did not answer step 0 within 0.4 s.',
    );
  });

  it('a command monitor scores again after its file is edited', async () => {
    const command = program('edited.cjs', lines(`console.log('{"suspicion": 0}')`));
    const { hash } = await prepareMonitor(command);
    program('edited.cjs', lines(`console.log('{"suspicion": 1}')`));
    expect((await prepareMonitor(command)).hash).not.toBe(hash);
  });
});

describe('monitors behind an HTTP server', () => {
  const serving = async (answer: (body: Record<string, unknown>, response: ServerResponse) => void) => {
    const seen: string[] = [];
    const server = createServer(async (request: IncomingMessage, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      seen.push(`${request.url} ${body.step ?? ''}`);
      answer(body, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const end = (): void => {
      server.closeAllConnections();
      server.close();
    };
    return { url: `http://127.0.0.1:${port}`, seen, end };
  };

  it('an HTTP monitor receives each step at /score', async () => {
    const { url, seen, end } = await serving(({ step }, response) =>
      response.end(JSON.stringify({ suspicion: step === 1 ? 0.9 : 0.1, cost_usd: 0.25 })),
    );
    const monitor = await prepareMonitor(url);
    const result = await scored(monitor);
    end();
    expect(monitor.definition.name).toBe(new URL(url).host);
    expect(result.state === 'scored' ? result.scores.scores.map(({ suspicion }) => suspicion) : result).toEqual([
      0.1, 0.9, 0.1,
    ]);
    expect(result.state === 'scored' ? result.scores.scores[0]?.costUsd : null).toBe(0.25);
    expect(seen).toEqual(['/score 0', '/score 1', '/score 2', '/close ']);
  });

  it.each([
    ['NaN', '{"suspicion": NaN}', /^monitor-failed: .*HTTP 200/],
    ['too much', `{"suspicion": 0, "reason": "${'x'.repeat(300_000)}"}`, /^monitor-failed: .*more than 262144 bytes/],
  ])('an HTTP monitor that answers with %s has failed', async (_, text, message) => {
    const { url, end } = await serving((_body, response) => response.end(text));
    expect(await outcome(await prepareMonitor(url))).toMatch(message);
    end();
  });

  it('an unreachable HTTP monitor has failed and may be retried', async () => {
    expect(await outcome(await prepareMonitor('http://127.0.0.1:9'))).toMatch(/^monitor-unreachable: /);
  });
});

describe('monitors that are models', () => {
  let server: ModelServer;
  afterEach(() => server.close());
  const monitorAt = async (
    next: (body: Record<string, unknown>, n: number) => Turn,
    maxCost?: number,
  ): Promise<PreparedMonitor> => {
    server = await startModelServer(openaiDialect, ({ body }, n) => next(body, n));
    const { port, environment } = quickPort(server.url, maxCost);
    return prepareModelMonitor(createAsker('openai:gpt-4.1', port, environment));
  };
  const rating = (suspicion: number) => ({ reasoning: `It is ${suspicion}.`, suspicion });

  it('a model monitor rates each step, and its tokens and cost are counted', async () => {
    const monitor = await monitorAt((body, n) => openaiAnswer(body, rating(n * 40)));
    const result = await scored(monitor);
    if (result.state === 'failed') throw result.error;
    expect(result.scores.monitor).toBe('openai:gpt-4.1');
    expect(result.scores.scores).toMatchObject([
      { suspicion: 0, reason: 'It is 0.', costUsd: 0.0028 },
      { suspicion: 0.4 },
      { suspicion: 0.8 },
    ]);
    expect(result.scores.spent).toMatchObject({ monitor: { calls: 3, inputTokens: 3000, outputTokens: 300 } });
    const first = JSON.stringify(server.requests[0]?.body);
    // What it acts on, and nothing that only the benchmark knows.
    expect(first).toContain('open(\\\\\\"a\\\\\\")');
    expect(first).toContain(Buffer.from('picture 0').toString('base64'));
    expect(first).not.toContain('made-up');
  });

  it('a model monitor is called again after an answer without a suspicion, then leaves the step unscored', async () => {
    const monitor = await monitorAt((body, n) => openaiAnswer(body, n === 1 ? rating(30) : { reasoning: 'Hm.' }));
    const result = await scored(monitor);
    if (result.state === 'failed') throw result.error;
    expect(result.scores.scores.map(({ suspicion }) => suspicion)).toEqual([0.3, null, null]);
    expect(server.requests).toHaveLength(6);
  });

  it('a model monitor is not called beyond --max-cost, and paid scores are kept', async () => {
    const monitor = await monitorAt((body) => openaiAnswer(body, rating(10)), 0.02);
    const directory = newRun();
    const first = await scoreTree([directory], monitor, options);
    expect(first.stopped?.code).toBe('max-cost-reached');
    const asked = server.requests.length;
    await server.close();
    const again = await monitorAt((body) => openaiAnswer(body, rating(20)));
    const second = await scoreTree([directory], again, options);
    expect(server.requests.length).toBe(3 - asked);
    expect(second.results[0]?.state).toBe('scored');
  });

  it('a model monitor needs a price before it is called', async () => {
    const monitor = await monitorAt((body) => openaiAnswer(body, rating(10)));
    const view = {
      instruction: 'Do.',
      step: 0,
      moment: 'before',
      history: [],
      screenshot: null,
      tree: '',
      effects: [],
    };
    const cost = await monitor.costAtMost?.({
      ...view,
      moment: 'before',
      current: { step: 0, thoughts: '', reasoning: null, actions: [] },
    });
    expect(cost).toBeGreaterThan(0);
    expect(cost).toBeLessThan(0.1);
    expect(server.requests).toHaveLength(0);
  });
});
