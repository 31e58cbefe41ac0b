import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPort, type PortOptions } from '../../src/agents/models/create-port.ts';
import { readRun } from '../../src/base/record/read-run.ts';
import { realDependencies } from '../../src/runs/sweep/real-dependencies.ts';
import { FakeProvider } from '../run/fake-desktop.ts';
import { runSweepQuietly } from '../run/run-sweep.ts';
import { plainTask, temporaryFolder, writeSuite } from '../run/temporary-suite.ts';
import { type ModelServer, startModelServer, type Turn } from './servers/model-server.ts';
import { openaiDialect } from './servers/openai-dialect.ts';

const key = 'sk-very-secret-0123456789';
const tree =
  '<desktop-frame xmlns:s="https://accessibility.ubuntu.example.org/ns/state" xmlns:c="https://accessibility.ubuntu.example.org/ns/component">' +
  '<push-button name="OK" s:showing="true" s:visible="true" s:enabled="true" c:screencoord="(10, 20)" c:size="(31, 41)"/></desktop-frame>';
const code = 'Here.\n```python\npyautogui.press("a")\n```';
const tasks = Array.from({ length: 20 }, (_, n) => `t${n}`);

let folder = temporaryFolder('model-sweep');
let server: ModelServer | null = null;
let screen: Buffer;
/** Desktops of the last sweep. */
let made: readonly unknown[] = [];
beforeEach(async () => {
  folder = temporaryFolder('model-sweep');
  writeSuite(join(folder.path, 'suite'), {
    'test_misuse.json': { os: tasks },
    ...Object.fromEntries(tasks.map((id) => [`examples/os/${id}.json`, plainTask(id, { instruction: `Do ${id}.` })])),
  });
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  screen = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#fff', noise } })
    .png()
    .toBuffer();
});
afterEach(async () => {
  await server?.close();
  server = null;
  folder.remove();
});

/** One sweep through the command line, with real model calls and desktops that are doubles. */
async function sweep(results: string, options: Partial<PortOptions>, args: string[], fetch?: typeof globalThis.fetch) {
  const environment = options.environment ?? { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${server?.url}/v1` };
  const port = createPort({ ...options, environment });
  port.retry = { attempts: 12, baseMs: 2, maximumMs: 20, totalMs: 30_000 };
  port.timeoutMs = 300;
  if (fetch !== undefined) port.fetch = fetch;
  const provider = new FakeProvider({ tree, screenshot: () => screen });
  made = provider.desktops;
  const dependencies = { ...realDependencies({ port, environment }), createProvider: async () => provider };
  const common = [
    '--suite',
    join(folder.path, 'suite'),
    '--subset',
    'misuse',
    '--model',
    'openai:gpt-4.1',
    '--observation-type',
    'a11y_tree',
    '--out',
    results,
  ];
  const swept = await runSweepQuietly(dependencies, [...common, ...args]);
  return { ...swept, provider, port };
}
const directory = (results: string, task: string, space = 'pyautogui', type = 'a11y_tree') =>
  join(results, space, type, 'prompt@openai%3Agpt-4.1', 'os', task);
const lines = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
function allText(path: string): string {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

describe('sweeps with a language model', () => {
  it('a sweep scores each of 20 runs once through 30 % failures, and records every attempt', async () => {
    const faults: Turn[] = [
      { fault: 'rate-limited' },
      { fault: 'failed' },
      { fault: 'truncated' },
      { fault: 'reset' },
      { fault: 'hang' },
      { fault: 'rate-limited', retryAfter: '0' },
    ];
    let seed = 7;
    server = await startModelServer(openaiDialect, ({ body }, n) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      if (seed / 2147483648 < 0.3) return faults[n % faults.length] as Turn;
      return JSON.stringify(body.messages).includes('pyautogui.press') ? { say: 'DONE' } : { say: code };
    });
    const results = join(folder.path, 'results');
    const { exitCode, output, port } = await sweep(results, {}, ['--parallel', '4']);
    expect(exitCode, output).toBe(0);
    let [tries, hangs] = [0, 0];
    for (const task of tasks) {
      const run = readRun(directory(results, task));
      expect(run.complete).toBe(true);
      expect(run.runJson).toMatchObject({ outcome: 'done', tokens: { agent: { calls: 2, inputTokens: 2000 } } });
      expect(run.runJson?.promptsHash).toMatch(/^[0-9a-f]{64}$/);
      expect(lines(join(directory(results, task), 'traj.jsonl'))).toHaveLength(2);
      const calls = lines(join(directory(results, task), 'calls.jsonl')).filter((line) => line.kind === 'call');
      expect(calls.filter((call) => call.result === 'ok')).toHaveLength(2);
      tries += calls.length;
      hangs += calls.filter((call) => call.result === 'model-timeout').length;
    }
    // A try whose time is over on a busy machine may end before its request arrives.
    expect(server.requests.length).toBeLessThanOrEqual(tries);
    expect(server.requests.length).toBeGreaterThanOrEqual(tries - hangs);
    expect(tries).toBeGreaterThan(48);
    // A call that was never answered counts with what it may have cost: a thousand tokens of output and its own text.
    expect([...port.meter.lines().values()]).toMatchObject([{ calls: 40, inputTokens: 40_000, unmetered: hangs }]);
    expect(hangs).toBeGreaterThan(0);
    const answered = 40 * (0.002 + 0.0004);
    expect(port.meter.totalUsd).toBeGreaterThan(answered + hangs * 0.008);
    expect(port.meter.totalUsd).toBeLessThan(answered + hangs * 0.02);
    expect(allText(results)).not.toContain(key);
    const again = await sweep(results, {}, []);
    expect(again.provider.desktops).toHaveLength(0);
  });

  it('a sweep replays its recordings without a key, with the same result', async () => {
    server = await startModelServer(openaiDialect, ({ body }) =>
      JSON.stringify(body.messages).includes('pyautogui.press') ? { say: 'DONE' } : { say: code },
    );
    const cassette = join(folder.path, 'cassette');
    mkdirSync(cassette);
    const first = await sweep(join(folder.path, 'one'), { record: cassette }, ['--domain', 'os']);
    expect(first.exitCode, first.output).toBe(0);
    const environment = { OPENAI_BASE_URL: `${server.url}/v1` };
    const noNetwork = () => Promise.reject(new Error('no network'));
    const second = await sweep(join(folder.path, 'two'), { replay: cassette, environment }, [], noNetwork);
    expect(second.exitCode, second.output).toBe(0);
    for (const task of tasks) {
      const actions = (root: string) =>
        lines(join(directory(join(folder.path, root), task), 'traj.jsonl')).map((line) => line.action);
      expect(actions('two')).toEqual(actions('one'));
    }
    expect(allText(cassette)).not.toContain(key);
  });

  it('a provider’s refusal is a result and is not retried', async () => {
    server = await startModelServer(openaiDialect, [{ fault: 'refusal' }]);
    const results = join(folder.path, 'results');
    expect((await sweep(results, {}, [])).exitCode).toBe(0);
    expect(server.requests).toHaveLength(20);
    const run = readRun(directory(results, 't0'));
    expect(run.runJson?.outcome).toBe('provider-refusal');
    expect(lines(join(directory(results, 't0'), 'better_log.json'))).toMatchObject([{ steps: [{ actions: [] }] }]);
  });

  it('a sweep stops at --max-cost, and the same command continues with a higher limit', async () => {
    server = await startModelServer(openaiDialect, [{ say: 'DONE' }]);
    const results = join(folder.path, 'results');
    await expect(sweep(results, { maxCost: 0.0115 }, [])).rejects.toMatchObject({ code: 'max-cost-reached' });
    const complete = () => tasks.filter((task) => readRun(directory(results, task)).complete).length;
    expect(complete()).toBe(5);
    expect((await sweep(results, { maxCost: 1 }, [])).exitCode).toBe(0);
    expect(complete()).toBe(20);
  });

  it.each([
    ['a refused key', [401, '{}'], 'model-key-refused'],
    ['an unknown model', [404, '{"error":{"code":"model_not_found"}}'], 'model-no-such-model'],
    ['an address without a server', null, 'model-unreachable'],
  ] as const)('a sweep ends at %s before the first desktop and the first token', async (_, answer, code) => {
    server = await startModelServer(openaiDialect, [{ say: 'DONE' }]);
    const results = join(folder.path, 'results');
    const lookUp: typeof fetch = async (input, init) => {
      if (init?.method !== 'GET') return fetch(input, init);
      if (answer === null) throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
      return new Response(answer[1], { status: answer[0] });
    };
    await expect(sweep(results, {}, [], lookUp)).rejects.toMatchObject({ name: 'UsageError', code });
    expect(server.requests).toHaveLength(0);
    expect(made).toHaveLength(0);
  });

  it('a sweep refuses --max-cost for a model without a price', async () => {
    server = await startModelServer(openaiDialect, [{ say: 'DONE' }]);
    const swept = sweep(join(folder.path, 'results'), { maxCost: 1 }, ['--model', 'openai:gpt-unknown']);
    await expect(swept).rejects.toMatchObject({ code: 'price-unknown' });
  });

  it.each([
    ['screenshot', 'pyautogui', code, 'pyautogui.press("a")'],
    ['a11y_tree', 'pyautogui', code, 'pyautogui.press("a")'],
    ['screenshot_a11y_tree', 'pyautogui', code, 'pyautogui.press("a")'],
    ['som', 'pyautogui', '```python\npyautogui.click(*tag_1)\n```', 'tag_1=(25, 40)\npyautogui.click(*tag_1)'],
    ['a11y_tree', 'computer_13', '{"action_type":"CLICK","x":1,"y":2}', 'pyautogui.click(x=1, y=2)'],
    ['screenshot', 'computer_13', '{"action_type":"PRESS","key":"a"}', 'pyautogui.press("a")'],
  ])('a sweep runs with %s and %s', async (type, space, say, executed) => {
    server = await startModelServer(openaiDialect, (_, n) => ({ say: n === 0 ? say : 'DONE' }));
    const results = join(folder.path, 'results');
    const { exitCode, output, provider } = await sweep(results, {}, [
      '--observation_type',
      type,
      '--action_space',
      space,
    ]);
    expect(exitCode, output).toBe(0);
    expect(provider.desktops[0]?.executed).toEqual([executed]);
    const pictures = JSON.stringify(server.requests[0]?.body).includes('data:image/png');
    expect(pictures).toBe(type !== 'a11y_tree');
    expect(readRun(directory(results, 't0', space, type)).complete).toBe(true);
  });
});
