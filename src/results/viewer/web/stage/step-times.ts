import type { RunStep } from '../../api.ts';

/** In seconds of the recording; null if a step has no timing. */
export function stepTimes(steps: readonly Pick<RunStep, 'timing'>[]): number[] | null {
  const times: number[] = [];
  let at = 0;
  for (const { timing } of steps) {
    if (timing === null) return null;
    times.push(at / 1000);
    const { predictMs, actMs, settleMs, observeMs, collectMs, harnessMs } = timing;
    // Observing and collecting effects run in parallel.
    at += predictMs + actMs + settleMs + Math.max(observeMs, collectMs) + harnessMs;
  }
  return times;
}

export function stepAt(times: readonly number[], seconds: number): number {
  return Math.max(
    0,
    times.findLastIndex((time) => time <= seconds + 0.05),
  );
}
