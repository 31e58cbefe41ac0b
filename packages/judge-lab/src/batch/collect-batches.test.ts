import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findRuns } from '../../../../src/base/record/read-run.ts';
import { judgeTrace } from '../../../../src/verdicts/judges/judge-trace.ts';
import type { PreparedJudge } from '../../../../src/verdicts/judges/judged-trace.ts';
import { type BatchServer, type Outcome, startBatchServer } from '../../../../test/judge/batch-server.ts';
import { judgeAt, openaiAnswer, verdict, writeRun } from '../../../../test/judge/judge-world.ts';
import { startModelServer } from '../../../../test/model/servers/model-server.ts';
import { openaiDialect } from '../../../../test/model/servers/openai-dialect.ts';
import { temporaryFolder } from '../../../../test/run/temporary-suite.ts';
import { batchServiceOf } from './batch-service-of.ts';
import { batchStatus, collectBatches } from './collect-batches.ts';
import { submitBatches } from './submit-batches.ts';

let folder = temporaryFolder('judge-batch');
let server: BatchServer;
beforeEach(() => {
  folder = temporaryFolder('judge-batch');
});
afterEach(async () => {
  await server.close();
  folder.remove();
});

const tree = () => join(folder.path, 'tree');
const writeTree = (count: number, picture = 'gone.png') => {
  for (let n = 0; n < count; n += 1)
    writeRun(join(tree(), `${n}`), {
      instruction: `Do ${n}.`,
      steps: [{ response: 'x' }],
      lines: [{ step_num: 1, screenshot_file: picture }],
    });
};
const bodyOf = (answer: ReturnType<typeof openaiAnswer>) => ('answer' in answer ? answer.answer.body : null);
const openai = (body: Record<string, unknown>, value: unknown = verdict): Outcome => ({
  answer: bodyOf(openaiAnswer(body, value)),
});
const anthropic = (value: unknown = verdict): Outcome => ({
  answer: {
    model: 'claude-x',
    content: [{ type: 'tool_use', id: 't', name: 'judge_agent_actions', input: value }],
    usage: { input_tokens: 1000, output_tokens: 100 },
  },
});
const runs = () => findRuns(tree());
const submit = (judge: PreparedJudge, graceMs = 30) =>
  submitBatches(tree(), runs(), judge, batchServiceOf(judge.asker), { graceMs });
const collect = (judge: PreparedJudge) => collectBatches(tree(), judge, batchServiceOf(judge.asker));
const at = (n: number, model = 'gpt-4.1') => join(tree(), `${n}`, `judgment/${model}/aer/osharm-1`);
const handedIn = () =>
  server.batches.flatMap(({ requests }) => requests.map(({ body }) => /Do \d+\./.exec(JSON.stringify(body))?.[0]));

it('OpenAI batches are submitted once, report progress, and judge as direct calls do at half price', async () => {
  writeTree(3, 'step_0.png');
  server = await startBatchServer((body) => openai(body), bodyOf(openaiAnswer({})));
  const judge = judgeAt(server.url);
  expect((await submit(judge)).batches).toMatchObject([{ requests: 3 }]);
  const again = await submit(judge);
  expect([again.batches, again.pending.length]).toEqual([[], 3]);
  expect(await batchStatus(tree(), judge, batchServiceOf(judge.asker))).toMatchObject([
    { requests: 3, state: { isEnded: false, total: 3 } },
  ]);
  expect((await collect(judge)).results).toEqual([]);
  server.isEnded = true;
  expect((await collect(judge)).results.map(({ state }) => state)).toEqual(['judged', 'judged', 'judged']);
  expect((await collect(judge)).open).toEqual([]);
  expect((await submit(judge)).kept).toHaveLength(3);
  expect(handedIn()).toHaveLength(3);
  expect(server.direct).toHaveLength(3);
  // The same run, asked about directly.
  const direct = await startModelServer(openaiDialect, ({ body }) => openaiAnswer(body));
  const files = [
    readFileSync(join(at(0), 'judgment.json'), 'utf8'),
    readFileSync(join(tree(), '0/messages.json'), 'utf8'),
  ];
  const batched = JSON.parse(readFileSync(join(at(0), 'judgment.meta.json'), 'utf8'));
  const judged = await judgeTrace(join(tree(), '0'), judgeAt(direct.url), { force: true });
  expect(direct.requests[0]?.body).toEqual(server.batches[0]?.requests[0]?.body);
  await direct.close();
  expect([
    readFileSync(join(at(0), 'judgment.json'), 'utf8'),
    readFileSync(join(tree(), '0/messages.json'), 'utf8'),
  ]).toEqual(files);
  const { batch, spent, judged_at: _, duration_ms: __, tries: ___, ...rest } = batched;
  expect(judged.meta).toMatchObject(rest);
  expect(batch).toMatchObject({ id: 'batch_0', price_share: 0.5 });
  expect(spent.judge.costUsd).toBeCloseTo((judged.meta?.spent.judge?.costUsd ?? 0) / 2, 10);
  expect(spent.caption.calls).toBe(1);
});

it('Anthropic batches are submitted once, report progress, and judge as direct calls do at half price', async () => {
  writeTree(2);
  server = await startBatchServer(() => anthropic());
  server.isEnded = true;
  const judge = judgeAt(server.url, { model: 'anthropic:claude-sonnet-4-5' });
  await submit(judge);
  expect((await collect(judge)).results.map(({ state }) => state)).toEqual(['judged', 'judged']);
  expect(JSON.parse(readFileSync(join(at(0, 'claude-sonnet-4-5'), 'judgment.meta.json'), 'utf8'))).toMatchObject({
    answered_by: 'claude-x',
    batch: { id: 'msgbatch_0', price_share: 0.5 },
  });
});

it.each(['gpt-4.1', 'anthropic:claude-sonnet-4-5'])(
  'batches of %s list failed, expired, malformed and outdated answers and resubmit them',
  async (model) => {
    writeTree(5);
    let round = 1;
    server = await startBatchServer((body) => {
      const task = /Do (\d+)\./.exec(JSON.stringify(body))?.[1];
      const good = (value?: unknown) => (model === 'gpt-4.1' ? openai(body, value) : anthropic(value));
      if (task === '1') return good({ ...verdict, safety: 'maybe' });
      if (round === 2) return good();
      return task === '2' ? { fails: 'too long' } : task === '3' ? { expires: true } : good();
    });
    server.isEnded = true;
    const judge = judgeAt(server.url, { model });
    await submit(judge);
    writeFileSync(join(tree(), '4/traj.jsonl'), '{"step_num": 1, "screenshot_file": "gone-too.png"}\n');
    const first = await collect(judge);
    expect(first.results).toHaveLength(1);
    expect(first.again.map(({ directory, outcome }) => `${directory.at(-1)} ${outcome}`).sort()).toEqual([
      '1 ask-again',
      '2 failed',
      '3 expired',
      '4 changed',
    ]);
    round = 2;
    expect((await submit(judge)).batches).toMatchObject([{ requests: 4 }]);
    const second = await collect(judge);
    expect(second.results.map(({ directory, state }) => `${directory.at(-1)} ${state}`).sort()).toEqual([
      '1 unscored',
      '2 judged',
      '3 judged',
      '4 judged',
    ]);
    const meta = JSON.parse(readFileSync(join(at(1, model.split(':').at(-1)), 'judgment.meta.json'), 'utf8'));
    expect(meta).toMatchObject({ tries: 2, spent: { judge: { calls: 2 } } });
  },
);

it.each(['gpt-4.1', 'anthropic:claude-sonnet-4-5'])(
  'batches of %s recover an answer lost in transit and resubmit one that never arrived',
  async (model) => {
    writeTree(3);
    server = await startBatchServer((body) => (model === 'gpt-4.1' ? openai(body) : anthropic()));
    const judge = judgeAt(server.url, { model });
    server.nextCreate = 'lost';
    await expect(submit(judge)).rejects.toThrow();
    const found = await submit(judge);
    expect([found.recovered.length, found.batches, found.pending.length]).toEqual([1, [], 3]);
    server.isEnded = true;
    expect((await collect(judge)).results).toHaveLength(3);
    expect(handedIn().sort()).toEqual(['Do 0.', 'Do 1.', 'Do 2.']);
    for (const n of [0, 1]) rmSync(join(tree(), `${n}`, 'judgment'), { recursive: true });
    server.nextCreate = 'unavailable';
    await expect(submit(judge)).rejects.toThrow();
    expect((await submit(judge)).batches).toMatchObject([{ requests: 2 }]);
    server.nextCreate = 'rejected';
    rmSync(join(tree(), '2/judgment'), { recursive: true });
    await expect(submit(judge)).rejects.toThrow(/rejected/);
    expect((await submit(judge)).batches).toMatchObject([{ requests: 1 }]);
  },
);

it('batches submit no more than --max-cost allows', async () => {
  writeTree(10);
  server = await startBatchServer((body) => openai(body));
  const judge = judgeAt(server.url, { maxCost: 0.05 });
  const submitted = await submit(judge);
  expect(submitted.stopped?.code).toBe('max-cost-reached');
  expect(submitted.costAtMostUsd).toBeLessThanOrEqual(0.05);
  expect(submitted.batches[0]?.requests).toBeGreaterThan(0);
});

it('the batch command continues after kill -9 at any moment without submitting twice', async () => {
  writeTree(30);
  server = await startBatchServer((body) => openai(body));
  server.isEnded = true;
  const command = (action: string, killAtCreate: boolean) =>
    new Promise<number | null>((resolve) => {
      const child = spawn(
        fileURLToPath(new URL('../../../../bin/osharm', import.meta.url)),
        ['judge', tree(), '--judge-type', 'aer', '--judge-model', 'gpt-4.1', '--batch', action, '--quiet'],
        {
          detached: true,
          stdio: 'ignore',
          env: { ...process.env, OPENAI_API_KEY: 'sk-none-00000000', OPENAI_BASE_URL: `${server.url}/v1` },
        },
      );
      child.once('exit', resolve);
      server.onCreate = () => {
        if (killAtCreate) process.kill(-(child.pid as number), 'SIGKILL');
      };
    });
  expect(await command('submit', true)).toBe(null);
  expect(await command('submit', false)).toBe(0);
  expect(await command('collect', false)).toBe(0);
  expect(await command('submit', false)).toBe(0);
  expect(server.batches).toHaveLength(1);
  expect(new Set(handedIn()).size).toBe(30);
  for (let n = 0; n < 30; n += 1)
    expect(JSON.parse(readFileSync(join(at(n), 'judgment.json'), 'utf8'))).toEqual(verdict);
});
