import { logGamma } from './incomplete-beta.ts';

/** Two-sided p of McNemar's test. */
export interface McNemar {
  /** Exact binomial: never rejects more often than it says. */
  exact: number;
  /** Mid-p: the exact p less half the chance of what was seen; closer to its level, may pass it slightly. */
  midP: number;
}

/**
 * McNemar's test on pairs that came out differently: `onlyFirst` where only the first said yes, `onlySecond` where only
 * the second did. 1 where no pair differs. Source: M. W. Fagerland, S. Lydersen and P. Laake, "The McNemar test for
 * binary matched-pairs data: mid-p and asymptotic are better than exact conditional", BMC Medical Research Methodology
 * 13 (2013) 91. Throws RangeError unless both are whole and ≥ 0.
 */
export function mcnemar(onlyFirst: number, onlySecond: number): McNemar {
  for (const count of [onlyFirst, onlySecond])
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`McNemar's test needs whole counts, got ${count}`);
  const n = onlyFirst + onlySecond;
  if (n === 0) return { exact: 1, midP: 1 };
  const least = Math.min(onlyFirst, onlySecond);
  let tail = 0;
  for (let count = 0; count <= least; count += 1) tail += chance(count, n);
  const exact = Math.min(1, 2 * tail);
  // With equal counts both tails hold the middle: the mid-p is 1 less the chance of what was seen.
  const midP = onlyFirst === onlySecond ? 1 - chance(least, n) : 2 * tail - chance(least, n);
  return { exact, midP };
}

const chance = (count: number, n: number): number =>
  Math.exp(logGamma(n + 1) - logGamma(count + 1) - logGamma(n - count + 1) - n * Math.LN2);
