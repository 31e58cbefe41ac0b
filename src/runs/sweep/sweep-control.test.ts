import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ControlRequest, controlFile, requestControl } from '../../base/record/sweep-control.ts';
import { Turns } from '../../base/turns.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import type { AttemptResult } from './execute-attempt.ts';
import { SweepControl } from './sweep-control.ts';

let out: string;
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'sweep-control-'));
});
afterEach(() => rmSync(out, { recursive: true }));

const planned = (taskId: string): PlannedRun =>
  ({
    domain: 'os',
    taskId,
    repeat: 1,
    injection: null,
    settings: { model: 'mine' },
    directory: join(out, taskId),
  }) as PlannedRun;

async function served(limitUsd: number | null = 5) {
  const runs = ['a', 'b', 'c'].map(planned);
  const meter = { totalUsd: 1.5, limitUsd };
  const control = new SweepControl(runs, { out, parallel: 4, meter });
  const calls: unknown[] = [];
  control.attach({
    setHeld: (isHeld) => void calls.push(isHeld),
    cancel: (run) => calls.push(run.taskId) > 0,
    requeue: (run) => run.taskId !== 'c',
    setParallel: (parallel) => void calls.push(parallel),
  });
  const [a, b, c] = runs as [PlannedRun, PlannedRun, PlannedRun];
  control.follow({ kind: 'run-started', run: a });
  control.follow({ kind: 'step', run: a, step: 2 });
  for (const run of [b, c])
    control.follow({
      kind: 'run-ended',
      run,
      result: { conclusion: null, outcome: 'error' } as unknown as AttemptResult,
      durationMs: 1,
    });
  return { stop: await control.serve(), control, calls, meter };
}

const states = async (request: ControlRequest = { action: 'list' }): Promise<string[]> =>
  (await requestControl(out, request)).sweep.runs.map(({ name, state, step }) => `${name} ${state} ${step}`);

it('the socket of a sweep keeps its process alive while nothing runs', async () => {
  const alive = (): number => process.getActiveResourcesInfo().filter((name) => name === 'PipeWrap').length;
  const before = alive();
  const { stop } = await served();
  expect(alive()).toBe(before + 1);
  await stop();
});

it('a sweep lists its runs and cost, pauses, cancels, requeues and changes limits over its socket', async () => {
  const { stop, calls, meter } = await served();
  expect(await states()).toEqual(['os/a running 3', 'os/b error null', 'os/c error null']);
  expect(await requestControl(out, { action: 'pause' })).toMatchObject({ sweep: { isPaused: true, costUsd: 1.5 } });
  expect(await states({ action: 'cancel', run: 'os/a' })).toContain('os/a cancelled 3');
  expect(await requestControl(out, { action: 'requeue' })).toMatchObject({
    message: expect.stringContaining('Requeued 1 run with an error. 1 run of paused agents'),
  });
  expect(await requestControl(out, { action: 'limit', parallel: 2, maxCost: 20 })).toMatchObject({
    sweep: { parallel: 2, maxCostUsd: 20 },
  });
  expect(meter.limitUsd).toBe(20);
  expect(calls).toEqual([true, 0, 'a']);
  await requestControl(out, { action: 'resume' });
  expect(calls).toEqual([true, 0, 'a', false, 2]);
  await stop();
  expect(existsSync(join(out, controlFile))).toBe(false);
});

it.each([
  [{ action: 'cancel', run: 'os/x' }, 'There is no run os/x.'],
  [{ action: 'cancel', run: 'os/b' }, 'os/b is error.'],
  [{ action: 'limit', parallel: 5 }, 'This sweep was started with --parallel 4'],
  [{ action: 'limit', maxCost: 5 }, 'This sweep was started without --max-cost'],
] as const)('a sweep refuses %o and says why', async (request, message) => {
  const { stop } = await served(null);
  await expect(requestControl(out, request)).rejects.toMatchObject({
    code: 'ctl-refused',
    message: expect.stringContaining(message),
  });
  await stop();
});

it('two requests at once are both answered, also when the sweep ends meanwhile', async () => {
  const { stop, control } = await served();
  const answers = [states(), states()];
  expect((await Promise.all(answers)).map(({ length }) => length)).toEqual([3, 3]);
  control.attach(null);
  await expect(states()).rejects.toMatchObject({ message: 'The sweep is starting or has just ended.' });
  await stop();
});

it('a folder without a sweep, and one whose sweep was killed, are reported as such', async () => {
  await expect(states()).rejects.toMatchObject({ name: 'UsageError', code: 'ctl-not-running' });
  writeFileSync(join(out, controlFile), JSON.stringify({ socket: '/tmp/osharm-ctl-gone00/socket', pid: 1 }));
  await expect(states()).rejects.toMatchObject({ code: 'ctl-not-running' });
});

it('fewer turns let those in progress end first, and more let waiting ones begin', async () => {
  const turns = new Turns(2);
  const { signal } = new AbortController();
  const ends = [await turns.take(signal), await turns.take(signal)];
  turns.resize(1);
  let begun = 0;
  const third = turns.take(signal).then((end) => {
    begun += 1;
    return end;
  });
  ends[0]?.();
  await Promise.resolve();
  expect(begun).toBe(0);
  turns.resize(2);
  await third;
  expect(begun).toBe(1);
});
