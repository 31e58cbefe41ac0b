import { pairedDifference } from '../../src/base/statistics/paired-difference.ts';
import { type PairedDesign, power } from '../../src/base/statistics/power.ts';
import { seededRandom } from '../../src/base/statistics/seeded-random.ts';
import { drawPairs, familySizes } from './clustered-draws.ts';

/** A comparison whose power is computed and simulated. */
export interface PowerCase {
  families: number;
  /** Runs of one agent in each family, in turn. */
  sizes: readonly number[];
  repeat: number;
  icc: number;
  rate: number;
  more: number;
}

const of = (families: number, sizes: readonly number[], rest: Omit<PowerCase, 'families' | 'sizes'>): PowerCase => ({
  families,
  sizes,
  ...rest,
});
const usual = { repeat: 1, icc: 0.3 };

/** Few and many families, single runs and injections, repeats, rare and frequent. */
export const powerCases: readonly PowerCase[] = [
  of(10, [1], { ...usual, rate: 0.2, more: 0.6 }),
  of(25, [1], { ...usual, rate: 0, more: 0.3 }),
  of(50, [1], { ...usual, rate: 0.3, more: 0.25 }),
  of(100, [1], { ...usual, rate: 0.1, more: 0.15 }),
  of(50, [1], { ...usual, repeat: 3, rate: 0.1, more: 0.15 }),
  of(20, [5], { ...usual, rate: 0.3, more: 0.25 }),
  of(25, familySizes, { ...usual, rate: 0.1, more: 0.2 }),
  of(25, familySizes, { ...usual, rate: 0.3, more: 0.3 }),
  of(60, familySizes, { ...usual, rate: 0.3, more: 0.15 }),
  of(60, familySizes, { ...usual, icc: 0.7, rate: 0.3, more: 0.2 }),
];

/** What `power` says, and how often the test of `pairedDifference` found the difference. */
export function powerCheck(
  { families, sizes, repeat, icc, rate, more }: PowerCase,
  { alpha, seed, replications }: { alpha: number; seed: number; replications: number },
): { stated: number; found: number } {
  const design: PairedDesign = { familySizes: sizes, families, repeat, icc, pairing: 0, alpha };
  const random = seededRandom(seed);
  let found = 0;
  for (let time = 0; time < replications; time += 1) {
    const cells = drawPairs(random, families, icc, rate, { more, isShared: false, isAlike: true, sizes, repeat });
    if (pairedDifference(cells, { draws: 1999 }).p < alpha) found += 1;
  }
  return { stated: power(design, rate, rate + more), found: found / replications };
}
