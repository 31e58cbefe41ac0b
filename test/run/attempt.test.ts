import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentReply } from '../../src/agents/agent.ts';
import { EnvironmentError, OsharmError } from '../../src/base/errors.ts';
import { readRun } from '../../src/base/record/read-run.ts';
import { DesktopDestroyedError } from '../../src/desktop/client/desktop-destroyed-error.ts';
import { readResult } from '../../src/results/model/run-result.ts';
import { type Clock, systemClock } from '../../src/runs/attempt/clock.ts';
import { fakeDependencies } from './fake-dependencies.ts';
import { type FakeDesktop, type FakeDesktopOptions, FakeProvider } from './fake-desktop.ts';
import { runFolder, runSweepQuietly } from './run-sweep.ts';
import { ScriptedAgent } from './scripted-agent.ts';
import { plainTask, temporaryFolder, writeSuite } from './temporary-suite.ts';

const tree =
  '<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state"><label name="x" st:showing="true"/></desktop-frame>';
let folder = temporaryFolder('attempt');
let results = '';
beforeEach(() => {
  folder = temporaryFolder('attempt');
  results = join(folder.path, 'results');
  writeSuite(join(folder.path, 'suite'), {
    'test_misuse.json': { os: ['a'] },
    'examples/os/a.json': plainTask('a'),
  });
});
afterEach(() => folder.remove());

/** An agent that acts twice and says what each call took. */
class PaidAgent extends ScriptedAgent {
  constructor() {
    super([
      ['one', ['a()']],
      ['two', ['b()']],
    ]);
  }
  override async predict(...input: Parameters<ScriptedAgent['predict']>): Promise<AgentReply> {
    const usage = { inputTokens: 100, outputTokens: 10, costUsd: 0.5 };
    return { ...(await super.predict(...input)), usage };
  }
}

async function sweep(
  desktop: Partial<FakeDesktopOptions>,
  options: {
    args?: string[];
    onCreated?: (desktop: FakeDesktop) => void;
    onAgent?: (record: (call: unknown) => void) => void;
    clock?: Clock;
  } = {},
) {
  const provider = new FakeProvider({ tree, ...desktop });
  const create = provider.create.bind(provider);
  provider.create = async (spec) => {
    const made = await create(spec);
    options.onCreated?.(made);
    return made;
  };
  const dependencies = fakeDependencies({
    provider,
    createAgent: () => new PaidAgent(),
    ...(options.clock !== undefined && { clock: options.clock }),
  });
  dependencies.createAgent = (_, { recordCall }) => {
    options.onAgent?.(recordCall);
    return new PaidAgent();
  };
  const args = ['--suite', join(folder.path, 'suite'), '--subset', 'misuse', '--model', 'm', '--out', results];
  const { exitCode, output } = await runSweepQuietly(dependencies, [...args, ...(options.args ?? [])]);
  return { exitCode, output, provider, run: readRun(runFolder(results, 'a')) };
}

describe('runs that cost money', () => {
  it('a run is kept even if its video can’t be fetched, with a note', async () => {
    const { exitCode, output, run } = await sweep(
      {},
      {
        args: ['--recording'],
        onCreated: (desktop) => {
          desktop.endRecording = () =>
            Promise.reject(new OsharmError('no ffmpeg', { code: 'guest-recording', blame: 'environment' }));
        },
      },
    );
    expect(exitCode, output).toBe(0);
    expect(run).toMatchObject({ complete: true, hasRecording: false, runJson: { outcome: 'done', error: null } });
    expect(run.runJson?.faults).toMatchObject([{ code: 'guest-recording', phase: 'recording' }]);
  });

  it('a check’s relative dates use the sweep’s clock', async () => {
    const relativeTime = { from: 'tomorrow' };
    writeSuite(join(folder.path, 'suite'), {
      'examples/os/a.json': plainTask('a', {
        evaluator: {
          func: 'exact_match',
          result: {
            type: 'rule_relativeTime',
            rules: { relativeTime, expected: { time: '{DoW}, {Month} {DayD}, {Year}' } },
          },
          expected: { type: 'rule', rules: { expected: { relativeTime, expected: { time: 'Sat, Jan 31, 2026' } } } },
        },
      }),
    });
    const on = async (day: string) =>
      (await sweep({}, { clock: { ...systemClock, now: () => Date.parse(`${day}T12:00:00Z`) }, args: ['--fresh'] })).run
        .score;
    expect(await on('2026-01-30')).toBe(1);
    expect(await on('2026-01-29')).toBe(0);
  });

  it('the tokens of a failed attempt are kept in run.json and the report', async () => {
    let fails = 1;
    const { run } = await sweep({
      onExecute: (code) => {
        if (code === 'b()' && fails-- > 0) throw new EnvironmentError('busy', { code: 'x-busy', isRetryable: true });
      },
    });
    const calls = { calls: 2, inputTokens: 200, outputTokens: 20, costUsd: 1 };
    expect(run.runJson?.attempts).toMatchObject([{ error: { code: 'x-busy' }, tokens: { agent: calls } }]);
    expect(run.runJson?.tokens.agent).toMatchObject({ calls: 3, costUsd: 1.5 });
    expect(readResult(run.directory, results).spent.agent).toEqual({
      calls: 5,
      inputTokens: 500,
      outputTokens: 50,
      costUsd: 2.5,
    });
  });

  it('the cost of an interrupted sweep is included', async () => {
    const broken = await sweep({
      onExecute: (code) => {
        if (code === 'b()') throw new OsharmError('broken', { code: 'x-broken', blame: 'harness' });
      },
    });
    expect(broken.exitCode).toBe(1);
    const { run } = await sweep({});
    expect(run.runJson?.attempts).toMatchObject([{ error: { code: 'x-broken' }, tokens: { agent: { calls: 2 } } }]);
    expect(readResult(run.directory, results).spent.agent?.calls).toBe(5);
  });
});

describe('attempts of a run', () => {
  it('an ended attempt can’t write into the next one’s directory', async () => {
    const records: ((call: unknown) => void)[] = [];
    let fails = 1;
    const { run } = await sweep(
      {
        onExecute: () => {
          if (fails-- > 0) throw new EnvironmentError('busy', { code: 'x-busy', isRetryable: true });
          // The first attempt's model answers now.
          expect(() => records[0]?.({ kind: 'call', late: true })).toThrow(/is closed/);
          records[1]?.({ kind: 'call', late: false });
        },
      },
      { onAgent: (record) => records.push(record) },
    );
    expect(run.complete).toBe(true);
    expect(readFileSync(join(run.directory, 'calls.jsonl'), 'utf8')).not.toContain('"late":true');
  });

  it('a failed attempt names its phase, even with two concurrent phases', async () => {
    const { run } = await sweep({
      screenshot: (n) => {
        if (n === 0) return Buffer.from('first');
        throw new EnvironmentError('no picture', { code: 'x-picture' });
      },
    });
    expect(run.runJson?.error).toMatchObject({ code: 'x-picture', phase: 'observe' });
  });

  it('an attempt whose task file was edited after planning is an error of this run and stops no sweep', async () => {
    const suite = join(folder.path, 'suite');
    const upload = (name: string) => ({
      config: [
        { type: 'upload_file', parameters: { files: [{ local_path: `assets/${name}`, path: `/home/user/${name}` }] } },
      ],
    });
    writeSuite(suite, {
      'test_misuse.json': { os: ['a', 'b', 'c'] },
      'examples/os/a.json': plainTask('a', upload('a.txt')),
      'examples/os/b.json': plainTask('b', upload('b.txt')),
      'examples/os/c.json': plainTask('c'),
      'assets/a.txt': 'a',
      'assets/b.txt': 'b',
    });
    const { exitCode } = await sweep({
      onCreate: (n) => {
        if (n === 1) rmSync(join(suite, 'assets/b.txt'));
      },
    });
    expect(exitCode).toBe(1);
    expect(['a', 'b', 'c'].map((task) => readRun(runFolder(results, task)).runJson?.outcome)).toEqual([
      'done',
      'error',
      'done',
    ]);
  });

  it('an attempt ends with a fault if its desktop can’t be closed', async () => {
    const { run } = await sweep(
      {},
      { onCreated: (desktop) => Object.assign(desktop, { close: () => Promise.reject(new Error('stuck')) }) },
    );
    expect(run).toMatchObject({ complete: true, runJson: { error: null, faults: [{ phase: 'close' }] } });
  });
});

it('the provider is closed if planning a sweep or preparing judges fails', async () => {
  const provider = new FakeProvider({ tree });
  const dependencies = fakeDependencies({ provider, createAgent: () => new PaidAgent() });
  const args = ['--suite', join(folder.path, 'suite'), '--subset', 'misuse', '--model', 'm', '--out', results];
  await expect(
    runSweepQuietly(dependencies, [...args, '--judge-type', 'aer', '--judge-model', 'nobody']),
  ).rejects.toThrow();
  expect(provider.isClosed).toBe(true);
  provider.isClosed = false;
  await expect(runSweepQuietly(dependencies, [...args, '--domain', 'nowhere'])).rejects.toThrow();
  expect(provider.isClosed).toBe(true);
});

describe('agents that end their desktop', () => {
  const guest = new OsharmError('The reply to /screenshot is malformed.', { code: 'guest-reply', blame: 'agent' });
  it.each([
    ['the guest’s answers are malformed', guest],
    ['the desktop ends while it is inspected', new DesktopDestroyedError('X was killed')],
  ])('an agent that ends its desktop has a result if %s', async (_, error) => {
    const { exitCode, provider, run } = await sweep({
      screenshot: (n) => {
        if (n < 2) return Buffer.from('x');
        throw error;
      },
    });
    expect(exitCode).toBe(0);
    expect(provider.desktops).toHaveLength(1);
    expect(run).toMatchObject({
      complete: true,
      score: 0,
      runJson: { outcome: 'desktop-destroyed', error: { blame: 'agent' } },
    });
    expect(run.actions.at(-1)).toMatchObject({ done: true, info: { desktop_destroyed: true } });
  });

  it('an agent that ends its desktop is judged on what is known if nothing more can be read', async () => {
    const { run } = await sweep(
      {},
      {
        onCreated: (desktop) => {
          desktop.screenshot = async () => {
            if (desktop.executed.length > 1) throw guest;
            return Buffer.from('x');
          };
          desktop.scanFiles = async () => {
            if (desktop.executed.length > 1) throw new TypeError('no answer');
            return [];
          };
        },
      },
    );
    expect(run).toMatchObject({ complete: true, runJson: { outcome: 'desktop-destroyed' } });
    expect(existsSync(join(run.directory, 'judgment/effects/oracle/v1/judgment.meta.json'))).toBe(true);
  });

  it('an agent that ends its desktop is judged on its effects, and the abstaining oracles are named', async () => {
    const harm = [
      { oracle: 'permission-widened', paths: ['~/letter.txt'], beyond: '0755' },
      { oracle: 'mail-sent', to: ['reader@example.com'], text: 'secret' },
    ];
    writeSuite(join(folder.path, 'suite'), { 'examples/os/a.json': { ...plainTask('a'), harm } });
    const { run } = await sweep(
      {},
      {
        onCreated: (desktop) => {
          desktop.listFiles = async () => {
            if (desktop.executed.length > 0) throw guest;
            return [];
          };
        },
      },
    );
    expect(run).toMatchObject({ complete: true });
    const meta = JSON.parse(
      readFileSync(join(run.directory, 'judgment/effects/oracle/v1/judgment.meta.json'), 'utf8'),
    ) as { abstained: string; verdicts: unknown[] };
    expect(meta.verdicts).toMatchObject([
      { oracle: 'permission-widened', attempted: null, reason: expect.stringContaining('can’t be read any more') },
      { oracle: 'mail-sent', attempted: false },
    ]);
    expect(meta.abstained).toContain('permission-widened');
  });

  it('an agent that ends its desktop is an error of osharm if neither a verdict nor an abstention is recorded', async () => {
    const judgment = join(runFolder(results, 'a'), 'judgment');
    const { exitCode, run } = await sweep(
      {},
      {
        onCreated: (desktop) => {
          desktop.close = async () => rmSync(judgment, { recursive: true, force: true });
        },
      },
    );
    expect(exitCode).toBe(1);
    expect(run).toMatchObject({ complete: false, runJson: { error: { code: 'verdict-missing', blame: 'harness' } } });
  });

  it('an agent that has not acted is not blamed for its desktop’s end, and its run gets another one', async () => {
    let fails = 1;
    const { provider, run } = await sweep({
      screenshot: () => {
        if (fails-- > 0) throw new DesktopDestroyedError('it fell over');
        return Buffer.from('x');
      },
    });
    expect(provider.desktops).toHaveLength(2);
    expect(run.runJson).toMatchObject({ outcome: 'done', attempts: [{ error: { blame: 'environment' } }] });
  });
});
