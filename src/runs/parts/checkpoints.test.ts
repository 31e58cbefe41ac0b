import { expect, it } from 'vitest';
import { OsharmError } from '../../base/errors.ts';
import type { Attempt } from '../attempt/attempt.ts';
import { Checkpoints } from './checkpoints.ts';

function attempt(checkpoint: (steps: number) => Promise<number | null>): { attempt: Attempt; log: string[] } {
  const log: string[] = [];
  const stub = {
    program: { checkpoint },
    record: { log: (line: string) => log.push(line) },
    within: (_phase: string, _limit: object, work: (signal: AbortSignal) => Promise<unknown>) =>
      work(new AbortController().signal),
  };
  return { attempt: stub as unknown as Attempt, log };
}

it('checkpoints score the run after the named steps and record it', async () => {
  const scored: number[] = [];
  const { attempt: run, log } = attempt(async (steps) => {
    scored.push(steps);
    return steps === 2 ? 0.4 : null;
  });
  const part = new Checkpoints(run, '2,4');
  for (let step = 0; step < 5; step += 1) expect(await part.afterStep(step)).toBeNull();
  expect(scored).toEqual([2, 4]);
  expect(log).toEqual([
    "After step 2: the task's program scored 0.4.",
    'After step 4: not scored: the task is scored at its end alone.',
  ]);
});

it('a task’s failure at a checkpoint is left to the end of the run; other failures are not', async () => {
  const fault = (blame: 'task' | 'environment') => new OsharmError('no such file', { code: 'x', blame });
  const task = attempt(() => Promise.reject(fault('task')));
  expect(await new Checkpoints(task.attempt, '1').afterStep(0)).toBeNull();
  expect(task.log).toEqual(['After step 1: not scored: no such file']);
  const host = attempt(() => Promise.reject(fault('environment')));
  await expect(new Checkpoints(host.attempt, '1').afterStep(0)).rejects.toThrow('no such file');
});
