import { expect, it, vi } from 'vitest';
import { EnvironmentError } from '../../base/errors.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import type { RunClaim, RunQueue, WithoutResult } from '../queue/run-queue.ts';
import type { AttemptResult } from './execute-attempt.ts';
import { type Assignment, RunWorker, type WorkEvent } from './run-worker.ts';

const planned = {
  directory: '/results/a',
  domain: 'os',
  taskId: 'a',
  repeat: 1,
  injection: null,
  settings: { provider: 'qemu' },
  task: { config: [] },
} as unknown as PlannedRun;
const unbegun = { startedAt: '2026-01-01T00:00:00Z', endedAt: null, phases: {} };
const stopped = { outcome: 'stopped', error: null, conclusion: null, runJson: unbegun } as unknown as AttemptResult;

/** A queue that hands the same run out again each time it comes back, as a fleet's does. */
function oneRunForEver() {
  const endings: WithoutResult[] = [];
  let claims = 0;
  const queue: RunQueue = {
    async claim() {
      claims += 1;
      if (claims > 100) throw new Error('The run was claimed 100 times.');
      return {
        sweep: 's',
        key: 'a',
        attempt: claims,
        lost: new AbortController().signal,
        progress() {},
        commit: async () => true,
        end: async (ending) => void endings.push(ending),
        close: async () => {},
      } satisfies RunClaim;
    },
  };
  return { queue, endings, claims: () => claims };
}

const options = (assign: () => Promise<Assignment>, signal = new AbortController().signal) => ({
  parallel: 1,
  signal,
  assign,
  onEvent() {},
});
const assignment = (run: PlannedRun, execute: Assignment['execute'] = async () => stopped): Assignment => ({
  run,
  execute,
  spentUsd: () => 0,
});

it.each([
  ['a malformed plan', async () => assignment({ directory: '/results/a' } as PlannedRun)],
  [
    'a worker that can’t execute the run',
    () => Promise.reject(new EnvironmentError('No image.', { code: 'image-missing' })),
  ],
  ['a run that ends without an outcome', async () => assignment(planned)],
])('a worker ends with %s and returns the run with the reason', async (_, assign) => {
  const { queue, endings, claims } = oneRunForEver();
  const { fatal } = await new RunWorker(queue, options(assign)).work();
  expect(claims()).toBe(1);
  expect(fatal).not.toBeNull();
  expect(endings).toEqual([{ as: 'released', fault: fatal, costUsd: 0 }]);
});

it('a stopped worker returns its run without a fault', async () => {
  const { queue, endings } = oneRunForEver();
  const stop = new AbortController();
  const execute: Assignment['execute'] = async ({ signal }) => {
    stop.abort(new Error('Ctrl-C'));
    expect(signal.aborted).toBe(true);
    return stopped;
  };
  const { fatal } = await new RunWorker(
    queue,
    options(async () => assignment(planned, execute), stop.signal),
  ).work();
  expect(fatal).toBeNull();
  expect(endings).toEqual([{ as: 'released', fault: null, costUsd: 0 }]);
});

it('a worker reports a fault that occurs while it stops', async () => {
  const { queue } = oneRunForEver();
  const stop = new AbortController();
  const execute: Assignment['execute'] = async () => {
    stop.abort(new Error('Ctrl-C'));
    throw new TypeError('run is undefined');
  };
  const { fatal } = await new RunWorker(
    queue,
    options(async () => assignment(planned, execute), stop.signal),
  ).work();
  expect(fatal?.message).toContain('run is undefined');
});

it('a worker reports a rerun between start and end, and times the last attempt without its wait', async () => {
  const events: WorkEvent[] = [];
  const claimed = await oneRunForEver().queue.claim(new AbortController().signal);
  const queue: RunQueue = { claim: vi.fn().mockResolvedValueOnce(claimed).mockResolvedValue(null) };
  const error = new EnvironmentError('no room', { code: 'sandbox-busy' });
  const runJson = { startedAt: '2026-01-01T00:00:00Z', endedAt: '2026-01-01T00:00:09Z', phases: { ahead: 2_000 } };
  const execute: Assignment['execute'] = async ({ onRerun, onActivity }) => {
    onRerun({ error, durationMs: 120_000 });
    onActivity('desktop');
    return { outcome: 'done', error: null, conclusion: {}, runJson } as unknown as AttemptResult;
  };
  const reporting = {
    ...options(async () => assignment(planned, execute)),
    onEvent: (event: WorkEvent) => void events.push(event),
  };
  await new RunWorker(queue, reporting).work();
  expect(events).toMatchObject([
    { kind: 'run-started' },
    { kind: 'run-rerun', error: { code: 'sandbox-busy' }, durationMs: 120_000 },
    { kind: 'activity', activity: 'desktop' },
    { kind: 'run-ended', durationMs: 7_000 },
  ]);
});
