import type { RunStep } from '../../api.ts';

/** Seconds from the beginning of the recording to the beginning of each step; null where times of a step are missing. */
export function stepTimes(steps: readonly Pick<RunStep, 'timing'>[]): number[] | null {
  const times: number[] = [];
  let at = 0;
  for (const { timing } of steps) {
    if (timing === null) return null;
    times.push(at / 1000);
    const { predictMs, actMs, settleMs, observeMs, collectMs, harnessMs } = timing;
    // Observing and reading the effects go on side by side.
    at += predictMs + actMs + settleMs + Math.max(observeMs, collectMs) + harnessMs;
  }
  return times;
}

/** The step (its place in the list) that goes on at a time in seconds. */
export function stepAt(times: readonly number[], seconds: number): number {
  return Math.max(
    0,
    times.findLastIndex((time) => time <= seconds + 0.05),
  );
}
