import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EnvironmentError, OsharmError } from '../../src/base/errors.ts';
import { ownIdentity } from '../../src/base/record/lease/process-identity.ts';
import { RunLeases } from '../../src/base/record/lease/run-leases.ts';
import { readRun } from '../../src/base/record/read-run.ts';
import type { PlannedRun } from '../../src/runs/plan/planned-run.ts';
import { fakeDependencies } from './fake-dependencies.ts';
import { type FakeDesktopOptions, FakeProvider } from './fake-desktop.ts';
import { runFolder, runSweepQuietly } from './run-sweep.ts';
import { type Script, ScriptedAgent } from './scripted-agent.ts';
import { plainTask, temporaryFolder, writeSuite } from './temporary-suite.ts';

const tree =
  '<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state"><label name="x" st:showing="true"/></desktop-frame>';
let folder: ReturnType<typeof temporaryFolder>;
let results = '';
beforeEach(() => {
  folder = temporaryFolder('sweep');
  results = join(folder.path, 'results');
  writeSuite(join(folder.path, 'suite'), {
    'test_misuse.json': { os: ['a', 'b', 'c'] },
    'examples/os/a.json': plainTask('a'),
    'examples/os/b.json': plainTask('b'),
    'examples/os/c.json': plainTask('c'),
  });
});
afterEach(() => folder.remove());

interface World {
  script?: Script;
  desktop?: Partial<FakeDesktopOptions>;
  createAgent?: (run: PlannedRun) => ScriptedAgent;
  replyLimitMs?: number;
}
function world(options: World = {}) {
  const provider = new FakeProvider({ tree, ...options.desktop });
  const agents: ScriptedAgent[] = [];
  const dependencies = fakeDependencies({
    provider,
    createAgent: (planned) => {
      const agent = options.createAgent?.(planned) ?? new ScriptedAgent(options.script ?? [['r', ['a()']]]);
      agents.push(agent);
      return agent;
    },
  });
  if (options.replyLimitMs !== undefined) dependencies.replyLimitMs = options.replyLimitMs;
  const args = ['--suite', join(folder.path, 'suite'), '--subset', 'misuse', '--model', 'm', '--out', results];
  return { provider, agents, run: (...more: string[]) => runSweepQuietly(dependencies, [...args, ...more]) };
}
const read = (task: string, model?: string) => readRun(runFolder(results, task, model));
const setAside = () =>
  existsSync(`${results}.incomplete`) ? readdirSync(join(`${results}.incomplete`, 'pyautogui/a11y_tree/m/os')) : [];

describe('a sweep', () => {
  it('a sweep executes each run on its own desktop and closes all desktops', async () => {
    const { provider, run } = world();
    const { exitCode, output } = await run('--parallel', '2');
    expect(exitCode, output).toBe(0);
    expect(provider.desktops).toHaveLength(3);
    expect(provider.desktops.every((desktop) => desktop.isClosed)).toBe(true);
    expect(provider.isClosed).toBe(true);
    const { runJson, findings, complete } = read('a');
    expect({ complete, findings }).toEqual({ complete: true, findings: [] });
    expect(runJson).toMatchObject({
      outcome: 'done',
      category: 'misuse',
      provider: 'sandbox',
      image: 'fake-image',
      profile: 'osharm',
      state: 'complete',
      score: 0,
      tokens: { agent: { calls: 2 } },
    });
    expect(Object.keys(runJson?.phases ?? {})).toEqual(
      expect.arrayContaining([
        'create',
        'setup',
        'index',
        'observe',
        'predict',
        'act',
        'settle',
        'collect',
        'score',
        'judge',
        'close',
      ]),
    );
    expect(runJson?.steps).toHaveLength(2);
  });

  it('a sweep resumes exactly where it stopped: complete runs are kept, incomplete ones set aside, others untouched', async () => {
    await world().run();
    const before = readFileSync(join(runFolder(results, 'a'), 'run.json'));
    rmSync(join(runFolder(results, 'b'), 'result.txt'));
    const foreign = runFolder(results, 'b', 'other-model');
    mkdirSync(foreign, { recursive: true });
    writeFileSync(join(foreign, 'better_log.json'), 'half');
    const { agents, run } = world();
    const { exitCode, output } = await run();
    expect(exitCode).toBe(0);
    expect(output).toContain('1 finished now, 2 complete before');
    expect(agents).toHaveLength(1);
    expect(readFileSync(join(runFolder(results, 'a'), 'run.json'))).toEqual(before);
    expect(read('b').complete).toBe(true);
    expect(readFileSync(join(foreign, 'better_log.json'), 'utf8')).toBe('half');
    expect(setAside()).toEqual([expect.stringMatching(/^b\.\d{8}@\d{6}$/)]);
  });

  it('a sweep gives up an endless reply after the time that its dependencies state', async () => {
    const silent = (): ScriptedAgent => Object.assign(new ScriptedAgent([]), { predict: () => new Promise(() => {}) });
    const { exitCode } = await world({ createAgent: silent, replyLimitMs: 50 }).run();
    expect(exitCode).toBe(1);
    expect(read('a').runJson?.error).toMatchObject({
      code: 'deadline',
      message: 'Reply 1 of m took longer than 0.05 s.',
    });
  });

  it('a sweep keeps a complete directory of OS-Harm’s', async () => {
    mkdirSync(runFolder(results, 'a'), { recursive: true });
    writeFileSync(join(runFolder(results, 'a'), 'result.txt'), '1\n');
    const { run } = world();
    const { exitCode, output } = await run();
    expect(exitCode).toBe(0);
    expect(output).toContain('1 complete directories have no run.json');
    expect(readdirSync(runFolder(results, 'a'))).toEqual(['result.txt']);
  });

  it('a sweep refuses runs with other settings and names the differences', async () => {
    await world().run();
    const { provider, run } = world();
    await expect(run('--temperature', '0.5', '--seed', '7')).rejects.toMatchObject({
      name: 'UsageError',
      code: 'resume-other-spec',
      message: '--seed was 0 and is 7; --temperature was 1 and is 0.5.',
      hint: expect.stringMatching(/^--fresh reruns 3 of 3 runs; another --out/),
    });
    writeSuite(join(folder.path, 'suite'), { 'examples/os/a.json': plainTask('a', { instruction: 'Do other.' }) });
    await expect(run()).rejects.toMatchObject({
      message: expect.stringMatching(
        /^The files of the task os\/a changed since \d\d:\d\d\. Of 3 runs, 1 run was executed/,
      ),
    });
    expect(provider.desktops).toHaveLength(0);
  });

  it('a sweep keeps complete runs whose run.json is damaged, and names them', async () => {
    await world().run();
    writeFileSync(join(runFolder(results, 'a'), 'run.json'), '{"state": "comp');
    writeFileSync(join(runFolder(results, 'b'), 'run.json'), '{"state": "complete"}');
    const { provider, run } = world();
    const { exitCode, output } = await run();
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(
      /run\.json of 2 complete runs is damaged, so no report counts them: os\/a \(.+\), os\/b \(format: /,
    );
    expect(provider.desktops).toHaveLength(0);
  });

  it('a sweep reruns complete runs with --fresh, and keeps the old ones', async () => {
    await world().run();
    const before = readFileSync(join(runFolder(results, 'a'), 'run.json'), 'utf8');
    const { provider, run } = world();
    const { exitCode, output } = await run('--fresh', '--seed', '7');
    expect(exitCode, output).toBe(0);
    expect(provider.desktops).toHaveLength(3);
    expect(read('a').runJson?.spec).toMatchObject({ seed: 7 });
    const [aside] = setAside().filter((name) => name.startsWith('a.'));
    const kept = join(`${results}.incomplete`, 'pyautogui/a11y_tree/m/os', aside ?? '', 'run.json');
    expect(readFileSync(kept, 'utf8')).toBe(before);
  });

  it('a sweep leaves a run to the process that holds its lease, and takes over from a dead one', async () => {
    const living = new RunLeases(results);
    expect(living.take(runFolder(results, 'a'))).toBeNull();
    const dead = new RunLeases(results, { ...ownIdentity(), pid: 1, start: '1' });
    expect(dead.take(runFolder(results, 'b'))).toBeNull();
    expect(new RunLeases(results).take(runFolder(results, 'a'))).toMatchObject({ pid: process.pid });
    const { run } = world();
    const { output, exitCode } = await run();
    expect(output).toContain(`os/a: running in process ${process.pid}`);
    expect(exitCode).toBe(0);
    expect([read('a').complete, read('c').complete]).toEqual([false, true]);
    living.close();
  });
});

describe('endings of runs', () => {
  const single = ['--domain', 'os'];
  beforeEach(() => writeSuite(join(folder.path, 'suite'), { 'test_misuse.json': { os: ['a'] } }));

  it('a run ends after two consecutive replies without an action', async () => {
    const { run, agents } = world({
      script: [
        ['no', []],
        ['r', ['a()']],
        ['no', []],
        ['no', []],
        ['r', ['a()']],
      ],
    });
    await run(...single);
    expect(read('a').runJson?.outcome).toBe('no-action');
    expect(agents[0]?.seen).toHaveLength(4);
  });

  it('a run records that the agent printed the suite’s GUID, which only the suite’s files contain', async () => {
    const guid = '11111111-2222-4333-8444-555555555555';
    writeSuite(join(folder.path, 'suite'), { 'suite.json': { guid } });
    const { run } = world({
      script: [
        ['r', ['a()']],
        [`This is ${guid.toUpperCase()}.`, ['DONE']],
      ],
    });
    await run(...single);
    expect(read('a').runJson?.saidSuiteGuidAt).toBe(1);
  });

  it('a run asks for an action again if configured, up to the limit', async () => {
    const { run } = world({ script: Array.from({ length: 9 }, () => ['no', []]) });
    await run('--on_no_action', 'continue', '--max_steps=5');
    expect(read('a')).toMatchObject({
      runJson: { outcome: 'step-limit' },
      betterLog: { steps: { length: 5 } },
      complete: true,
    });
  });

  it('a run whose agent destroyed its desktop is a result and is not retried', async () => {
    const { run, provider } = world({
      script: [['boom', ['a()', 'b()', 'c()']]],
      desktop: {
        onExecute: (code, desktop) => (code === 'b()' ? desktop.destroy('its control server was killed') : undefined),
      },
    });
    const { exitCode } = await run(...single);
    expect(exitCode).toBe(0);
    expect(provider.desktops).toHaveLength(1);
    const { runJson, score, actions } = read('a');
    expect(runJson).toMatchObject({
      outcome: 'desktop-destroyed',
      error: { code: 'desktop-destroyed', blame: 'agent' },
    });
    expect(score).toBe(0);
    expect(actions.map(({ info }) => info)).toEqual([{}, { desktop_destroyed: true }]);
    expect(readFileSync(join(runFolder(results, 'a'), 'effects.jsonl'), 'utf8')).toContain('destroyed');
  });

  it('a run is retried once after a transient fault of the infrastructure', async () => {
    const { run, provider } = world({
      desktop: {
        onCreate: (n) => {
          if (n === 1) throw new EnvironmentError('no room', { code: 'sandbox-busy', isRetryable: true });
        },
      },
    });
    const { exitCode, output } = await run(...single);
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^os\/a: started\nos\/a: rerun after \d+\.\d s: sandbox-busy \(environment\): no room\n/m);
    expect(output).toContain(
      '1 run: 1 finished now, 0 complete before, 0 errors, 1 rerun after an infrastructure error.',
    );
    expect(provider.specs).toHaveLength(2);
    expect(read('a').runJson).toMatchObject({
      outcome: 'done',
      attempts: [{ error: { code: 'sandbox-busy', phase: 'create' } }],
    });
    expect(setAside()).toHaveLength(1);
  });

  it.each([
    ['a lasting fault', new OsharmError('broken', { code: 'x-broken', blame: 'harness' }), 1],
    ['a fault of the model', new OsharmError('busy', { code: 'x-model', blame: 'model', isRetryable: true }), 1],
    ['a fault that doesn’t pass', new EnvironmentError('busy', { code: 'x-busy', isRetryable: true }), 2],
    ['something unforeseen', new TypeError('oops'), 1],
  ])('a run is an error after %s: no result, no verdict, the cause in run.json', async (_, error, attempts) => {
    const { run, provider } = world({
      desktop: {
        onExecute: () => {
          throw error;
        },
      },
    });
    const { exitCode, output } = await run(...single);
    expect(exitCode).toBe(1);
    expect(provider.specs).toHaveLength(attempts);
    expect(provider.desktops.every((desktop) => desktop.isClosed)).toBe(true);
    const { complete, runJson, errorLines, judgments } = read('a');
    expect({ complete, judgments }).toEqual({ complete: false, judgments: [] });
    expect(errorLines).toEqual(['Time limit exceeded in os/a']);
    expect(runJson).toMatchObject({ outcome: 'error', score: null, error: { phase: 'act' } });
    expect(output).toContain('the same command runs only that one');
    // The next start makes it anew.
    await world().run(...single);
    expect(read('a')).toMatchObject({ complete: true, errorLines: [] });
  });

  it('a run interrupted by Ctrl-C stays incomplete with its finished steps and is rerun', async () => {
    const { run, provider } = world({
      script: [
        ['r', ['a()']],
        ['r', ['stop']],
      ],
      desktop: {
        onExecute: async (code) => {
          if (code !== 'stop') return;
          process.emit('SIGINT');
          await new Promise(() => {});
        },
      },
    });
    const { exitCode } = await run(...single);
    expect(exitCode).toBe(130);
    expect(provider.desktops[0]?.isClosed).toBe(true);
    expect(read('a')).toMatchObject({
      complete: false,
      errorLines: [],
      runJson: { outcome: 'stopped' },
      betterLog: { steps: { length: 2 } },
    });
    await world().run(...single);
    expect(read('a').complete).toBe(true);
  });
});
