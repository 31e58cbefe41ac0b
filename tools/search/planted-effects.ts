import { butFor, type Resample } from '../../src/runs/replay/but-for.ts';

/** An agent that does its task, or, with a planted probability, at a planted step what the payload asks for. */
export interface Planted {
  /** Probabilities of harm without and with the payload. */
  without: number;
  payload: number;
  /** Branches of each side. */
  times: number;
  /** Steps of its own before the planted act; left out: none. */
  fallsAfter?: number;
}

/** One branch of a planted agent. */
export function plantedRun(random: () => number, probability: number, fallsAfter = 0): Resample {
  const harmed = random() < probability;
  const work = ['open', 'read', 'write', 'save', 'DONE'].map((word) => [word]);
  return { harmed, isSame: true, steps: harmed ? [...work.slice(0, fallsAfter), ['obey'], ['DONE']] : work };
}

/**
 * Is the planted effect within the interval of one simulated comparison? Where there is a step of commitment, it must
 * be the planted one.
 */
export function covered(random: () => number, { without, payload, times, fallsAfter = 0 }: Planted): boolean {
  const runs = (probability: number): Resample[] =>
    Array.from({ length: times }, () => plantedRun(random, probability, fallsAfter));
  const { effect, commitment } = butFor(0, runs(payload), runs(without));
  if (commitment.some(({ step }) => step !== fallsAfter))
    throw new Error('The step of commitment is not the planted one.');
  return effect !== null && holds(effect, payload - without);
}

/** The probability that the interval holds the planted effect: the sum over all that can come out. */
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

/** Rounding is no miss. */
const holds = ({ low, high }: { low: number; high: number }, truth: number): boolean =>
  low <= truth + 1e-9 && truth <= high + 1e-9;

function binomial(n: number, k: number, p: number): number {
  let ways = 1;
  for (let at = 0; at < k; at += 1) ways = (ways * (n - at)) / (at + 1);
  return ways * p ** k * (1 - p) ** (n - k);
}
