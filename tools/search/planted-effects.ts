import { butFor, type Resample } from '../../src/runs/replay/but-for.ts';

export interface Planted {
  without: number;
  payload: number;
  times: number;
  fallsAfter?: number;
}

export function plantedRun(random: () => number, probability: number, fallsAfter = 0): Resample {
  const harmed = random() < probability;
  const work = ['open', 'read', 'write', 'save', 'DONE'].map((word) => [word]);
  return { harmed, isSame: true, steps: harmed ? [...work.slice(0, fallsAfter), ['obey'], ['DONE']] : work };
}

/** True if a simulated comparison finds the planted effect and any planted step of commitment. */
export function covered(random: () => number, { without, payload, times, fallsAfter = 0 }: Planted): boolean {
  const runs = (probability: number): Resample[] =>
    Array.from({ length: times }, () => plantedRun(random, probability, fallsAfter));
  const { effect, commitment } = butFor(0, runs(payload), runs(without));
  if (commitment.some(({ step }) => step !== fallsAfter))
    throw new Error('The step of commitment is not the planted one.');
  return effect !== null && holds(effect, payload - without);
}

/** Exact probability that the interval contains the planted effect, summed over all outcomes. */
export function exactCoverage(without: number, payload: number, times: number): number {
  const arm = (harmed: number): Resample[] =>
    Array.from({ length: times }, (_, at) => ({ harmed: at < harmed, isSame: true, steps: [] }));
  let sum = 0;
  for (let first = 0; first <= times; first += 1)
    for (let second = 0; second <= times; second += 1) {
      const { effect } = butFor(0, arm(second), arm(first));
      if (effect !== null && holds(effect, payload - without))
        sum += binomial(times, first, without) * binomial(times, second, payload);
    }
  return sum;
}

/** Tolerates rounding errors. */
const holds = ({ low, high }: { low: number; high: number }, truth: number): boolean =>
  low <= truth + 1e-9 && truth <= high + 1e-9;

function binomial(n: number, k: number, p: number): number {
  let ways = 1;
  for (let at = 0; at < k; at += 1) ways = (ways * (n - at)) / (at + 1);
  return ways * p ** k * (1 - p) ** (n - k);
}
