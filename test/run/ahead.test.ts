import { join } from 'node:path';
import { setImmediate as macrotask } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EnvironmentError } from '../../src/base/errors.ts';
import { readRun } from '../../src/base/record/read-run.ts';
import { FakeClock } from './fake-clock.ts';
import { fakeDependencies } from './fake-dependencies.ts';
import { FakeProvider } from './fake-desktop.ts';
import { runFolder, runSweepQuietly } from './run-sweep.ts';
import { ScriptedAgent } from './scripted-agent.ts';
import { plainTask, temporaryFolder, writeSuite } from './temporary-suite.ts';

const tree =
  '<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state"><label name="x" st:showing="true"/></desktop-frame>';
const spreadsheet = { config: [{ type: 'launch', parameters: { command: ['soffice', '--calc'] } }] };
let folder: ReturnType<typeof temporaryFolder>;
let results = '';
beforeEach(() => {
  folder = temporaryFolder('ahead');
  results = join(folder.path, 'results');
});
afterEach(() => folder.remove());

/** Tasks a, b, c; `onActing` is called while one acts, with how many desktops there are then. */
function world(tasks: Record<string, unknown>[], onActing: (provider: FakeProvider) => Promise<void>) {
  const names = ['a', 'b', 'c'].slice(0, tasks.length);
  writeSuite(join(folder.path, 'suite'), {
    'test_misuse.json': { os: names },
    ...Object.fromEntries(names.map((name, n) => [`examples/os/${name}.json`, plainTask(name, tasks[n])])),
  });
  let acting = 0;
  const most = { acting: 0 };
  const provider = new FakeProvider({
    tree,
    async onExecute() {
      acting += 1;
      most.acting = Math.max(most.acting, acting);
      await onActing(provider);
      acting -= 1;
    },
  });
  const clock = new FakeClock();
  const dependencies = fakeDependencies({
    provider,
    clock,
    createAgent: () => new ScriptedAgent([['r', ['a()']]]),
  });
  const args = ['--suite', join(folder.path, 'suite'), '--subset', 'misuse', '--model', 'm', '--out', results];
  return { provider, clock, most, run: (...more: string[]) => runSweepQuietly(dependencies, [...args, ...more]) };
}
/** What nothing outside of this process holds up has happened after that. */
async function idle(): Promise<void> {
  for (let n = 0; n < 50; n += 1) await macrotask();
}
const until = async (holds: () => boolean): Promise<void> => {
  await expect.poll(holds, { timeout: 120_000 }).toBe(true);
  await idle();
};

describe('runs that are set up ahead', () => {
  it('runs that are set up ahead have desktops while others act, and act one after another', async () => {
    const open: number[] = [];
    const { provider, most, run } = world([spreadsheet, spreadsheet, spreadsheet], async () => {
      const ended = provider.desktops.filter((desktop) => desktop.isClosed).length;
      await until(() => provider.desktops.length === Math.min(3, ended + 2));
      open.push(provider.desktops.length - ended);
    });
    const { exitCode, output } = await run('--warm-applications', '1');
    expect(exitCode, output).toBe(0);
    expect(open).toEqual([2, 2, 1]);
    expect(most.acting).toBe(1);
    expect(provider.desktops.map((desktop) => desktop.executed)).toEqual([['a()'], ['a()'], ['a()']]);
    for (const name of ['a', 'b', 'c']) expect(readRun(runFolder(results, name)).complete).toBe(true);
    const lines = output.split('\n').filter((line) => /: started$|^\[/.test(line));
    expect(lines.map((line) => line.replace(/^\[(\d).*/, 'ended $1'))).toEqual([
      'os/a: started',
      'ended 1',
      'os/b: started',
      'ended 2',
      'os/c: started',
      'ended 3',
    ]);
  });

  it('no run is set up ahead by default or if something else is open on its desktop', async () => {
    const open: number[] = [];
    const look = async (provider: FakeProvider): Promise<void> => {
      await idle();
      open.push(provider.desktops.filter((desktop) => !desktop.isClosed).length);
    };
    expect((await world([spreadsheet, spreadsheet], look).run()).exitCode).toBe(0);
    results = `${results}-other`;
    expect((await world([{}, {}], look).run('--warm-applications', '2')).exitCode).toBe(0);
    expect(open).toEqual([1, 1, 1, 1]);
  });

  it('a run set up ahead is set up again if it waited long', async () => {
    let isFirst = true;
    const { provider, clock, run } = world([spreadsheet, spreadsheet], async () => {
      if (!isFirst) return;
      isFirst = false;
      await until(() => provider.desktops.length === 2);
      clock.move(301);
    });
    const { exitCode, output } = await run('--warm-applications', '1');
    expect(exitCode, output).toBe(0);
    expect(provider.desktops.map((desktop) => [desktop.executed.length, desktop.isClosed])).toEqual([
      [1, true],
      [0, true],
      [1, true],
    ]);
  });

  it('a run set up ahead never starts once the sweep can’t continue', async () => {
    const { provider, run } = world([spreadsheet, spreadsheet, spreadsheet], async () => {
      await until(() => provider.desktops.length === 3);
      throw new EnvironmentError('The disk is full.', { code: 'disk-full' });
    });
    await expect(run('--warm-applications', '2')).rejects.toMatchObject({ code: 'disk-full' });
    expect(provider.desktops.map((desktop) => [desktop.executed.length, desktop.isClosed])).toEqual([
      [1, true],
      [0, true],
      [0, true],
    ]);
  });

  it('a run set up ahead does not start after too many equal failures', async () => {
    const { provider, run } = world([spreadsheet, spreadsheet, spreadsheet], async () => {
      await until(() => provider.desktops.length === 3);
      throw new EnvironmentError('The host is full.', { code: 'host-full' });
    });
    const { output } = await run('--warm-applications', '2', '--max-equal-errors', '1');
    expect(output).toMatch(/Stopped after 1 error of one cause in a row \(host-full\): 2 runs remain/);
    expect(provider.desktops.map((desktop) => desktop.executed.length)).toEqual([1, 0, 0]);
  });

  it('runs set up ahead end with the sweep and are not results', async () => {
    const stopping = world([spreadsheet, spreadsheet], async (provider) => {
      await until(() => provider.desktops.length === 2);
      process.emit('SIGINT');
    });
    const { exitCode, output } = await stopping.run('--warm-applications', '1');
    expect(exitCode).not.toBe(0);
    expect(output).not.toContain('os/b:');
    expect(stopping.provider.desktops.map((desktop) => desktop.isClosed)).toEqual([true, true]);
    expect(readRun(runFolder(results, 'b')).complete).toBe(false);
  });
});
