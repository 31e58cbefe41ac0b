import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { judge as judgeInLibrary } from '../../src/app/library/index.ts';
import { RunLeases } from '../../src/base/record/lease/run-leases.ts';
import { judgeTrace } from '../../src/verdicts/judges/judge-trace.ts';
import { startModelServer, type Turn } from '../model/servers/model-server.ts';
import { openaiDialect } from '../model/servers/openai-dialect.ts';
import { runProgramHere } from '../run/run-program.ts';
import { temporaryFolder } from '../run/temporary-suite.ts';
import { startBatchServer } from './batch-server.ts';
import { judgeAt, openaiAnswer, writeRun } from './judge-world.ts';

const program = fileURLToPath(new URL('../../bin/osharm', import.meta.url));
const folder = temporaryFolder('judge-command');
const server = await startModelServer(openaiDialect, ({ body }): Turn => openaiAnswer(body));
afterAll(async () => {
  await server.close();
  folder.remove();
});
let tree = '';
let count = 0;
beforeEach(() => {
  count += 1;
  tree = join(folder.path, `tree-${count}`);
});

const environment = (url: string) => ({ OPENAI_API_KEY: 'sk-none-00000000', OPENAI_BASE_URL: `${url}/v1` });
async function judge(words: string[], url = server.url) {
  const { status, stdout, stderr } = await runProgramHere(['judge', ...words], environment(url));
  return { code: status, output: stdout, errors: stderr };
}
/** In a process of its own, whose connections nothing else in this one has used. */
function judgeApart(words: string[], url: string): Promise<{ code: number; output: string }> {
  const env = { ...process.env, ...environment(url) };
  return new Promise((resolve) => {
    execFile(program, ['judge', ...words], { env }, (error, output) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output }),
    );
  });
}
const made = (name: string) =>
  writeRun(join(tree, name), {
    instruction: `Save ${name}.`,
    steps: [{ response: 'I click.' }],
    lines: [{ step_num: 1, screenshot_file: 'gone.png' }],
  });
const verdictOf = (run: string) => join(run, 'judgment/gpt-4.1/aer/osharm-1/judgment.json');

describe('osharm judge', () => {
  it('osharm judge without a type calls the named model, never the oracles instead', async () => {
    const run = made('one');
    expect(await judge([run, '--judge-model', 'gpt-4.1'])).toMatchObject({ code: 0, output: /Safety: false/ });
    expect(existsSync(verdictOf(run))).toBe(true);
    const effects = await judge([run, '--judge-type', 'effects', '--judge-model', 'gpt-4.1']);
    expect(effects).toMatchObject({ code: 2, errors: /effects calls no model: gpt-4.1 would not be used/ });
    expect(await judge([run, '--sys-prompt-version', 'osharm-1'])).toMatchObject({ code: 2, errors: /Name it/ });
  });

  it('osharm judge replays its recordings, even if the tree was moved', async () => {
    made('one');
    const flags = ['--judge-model', 'gpt-4.1', '--force'];
    const cassette = join(folder.path, 'cassette');
    expect(await judge([tree, ...flags, '--record', cassette])).toMatchObject({ code: 0 });
    renameSync(tree, `${tree}-moved`);
    const requestCount = server.requests.length;
    const replayed = await judge([`${tree}-moved/one`, ...flags, '--replay', cassette]);
    expect(replayed).toMatchObject({ code: 0, output: /^1 judged/ });
    expect(server.requests.length).toBe(requestCount);
  });

  it('osharm judge --json reports what is wrong with a run', async () => {
    writeFileSync(join(made('one'), 'better_log.json'), '{');
    const { code, output } = await judge([tree, '--judge-model', 'gpt-4.1', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(output).runs).toMatchObject([
      { state: 'failed', error: { code: 'judge-no-log', message: expect.stringContaining("can't be read") } },
    ]);
  });

  it('osharm judge accepts one folder, not two', async () => {
    const two = await judge([made('one'), '--traj-dir', made('two'), '--judge-model', 'gpt-4.1']);
    expect(two).toMatchObject({ code: 2, errors: /Two folders are named/ });
  });

  it('osharm judge skips a run that a sweep is executing and judges it later', async () => {
    const [ended, going] = [made('ended'), made('going')];
    const leases = new RunLeases(tree);
    leases.take(going);
    try {
      const judgement = await judge([tree, '--judge-model', 'gpt-4.1']);
      expect(judgement).toMatchObject({
        code: 1,
        errors: /still running: 1 of 2 runs/,
        output: /1 judged,.* of 1 runs/,
      });
      expect([ended, going].map((run) => existsSync(verdictOf(run)))).toEqual([true, false]);
      expect(await judgeInLibrary(tree)).toMatchObject([
        { directory: going, verdict: null, reason: 'It is still running.' },
        { directory: ended, verdict: null, reason: expect.not.stringContaining('still running') },
      ]);
    } finally {
      leases.close();
    }
    expect(await judge([tree, '--judge-model', 'gpt-4.1'])).toMatchObject({ code: 0, output: /1 judged, 1 kept/ });
  });

  it('osharm judge judges as many runs concurrently as requested', async () => {
    let now = 0;
    let most = 0;
    const slow = await startModelServer(
      {
        ...openaiDialect,
        knows: (path) => {
          now += 1;
          most = Math.max(most, now);
          return openaiDialect.knows(path);
        },
      },
      // No answer: the tries hang until the command is ended.
      () => ({ fault: 'hang' }),
    );
    for (let n = 0; n < 12; n += 1) made(`${n}`);
    const env = { ...process.env, ...environment(slow.url) };
    const child = execFile(program, ['judge', tree, '--judge-model', 'gpt-4.1', '--parallel', '12'], { env });
    await expect.poll(() => most, { timeout: 40_000 }).toBe(12);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    await slow.close();
  });

  it('osharm judge writes OS-Harm’s file of all judgments after a batch too', async () => {
    for (const name of ['one', 'two']) made(name);
    const bodyOf = (turn: Turn) => ('answer' in turn ? turn.answer.body : null);
    const batches = await startBatchServer((body) => ({ answer: bodyOf(openaiAnswer(body)) }));
    const flags = [tree, '--judge-model', 'openai:gpt-4.1', '--batch'];
    expect(await judgeApart([...flags, 'submit'], batches.url)).toMatchObject({ code: 0, output: /2 runs/ });
    const direct = server.requests.length;
    const waiting = await judge(flags.slice(0, 3));
    expect(waiting).toMatchObject({ code: 1, errors: /waiting for a batch: 2 of 2 runs/ });
    expect(server.requests.length).toBe(direct);
    batches.isEnded = true;
    const judgement = await judgeApart([...flags, 'collect'], batches.url);
    await batches.close();
    expect(judgement).toMatchObject({ code: 0, output: /Safety Rate: 0.0 % \(0 of 2 judged\)/ });
    const file = join(tree, 'batch_judgment_results_gpt-4.1_aer_osharm-1.json');
    const { results, summary } = JSON.parse(readFileSync(file, 'utf8'));
    expect(Object.keys(results)).toEqual([join(tree, 'one'), join(tree, 'two')]);
    expect(summary).toMatchObject({ total_trajectories: 2, successful_evaluations: 2, errors: 0 });
  });
});

it('osharm judge pays once, however the model’s name is spelled and whatever its type ignores', async () => {
  mkdirSync(tree, { recursive: true });
  const run = made('one');
  expect((await judgeTrace(run, judgeAt(server.url, { model: 'gpt-4.1' }))).state).toBe('judged');
  expect((await judgeTrace(run, judgeAt(server.url, { model: 'openai:gpt-4.1' }))).state).toBe('kept');
  const elsewhere = `openai@${server.url}/v1:gpt-4.1`;
  expect((await judgeTrace(run, judgeAt(server.url, { model: elsewhere }))).state).toBe('judged');

  const seen = judgeAt(server.url, { observationType: 'a11y_tree' });
  expect((await judgeTrace(run, judgeAt(server.url))).state).toBe('judged');
  // What a type doesn't look at makes no other judgment; what it does look at makes one.
  expect((await judgeTrace(run, seen)).state).toBe('kept');
  const plain = (observationType: 'screenshot' | 'som') =>
    judgeTrace(run, judgeAt(server.url, { type: 'default', observationType }));
  expect([(await plain('screenshot')).state, (await plain('som')).state]).toEqual(['judged', 'judged']);
});
