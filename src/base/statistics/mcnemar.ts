import { logGamma } from './incomplete-beta.ts';

export interface McNemar {
  /** Exact binomial test: its error rate never exceeds the level. */
  exact: number;
  /** The exact p minus the probability of the observed count. Less conservative, but may slightly exceed the level. */
  midP: number;
}

/**
 * McNemar's two-sided test on the counts of discordant pairs. Source: Fagerland, Lydersen and Laake, BMC Medical
 * Research Methodology 13 (2013) 91. Throws RangeError unless both are non-negative integers.
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
  // With equal counts both tails contain the middle term, so half of its probability is subtracted from the capped p.
  const midP = onlyFirst === onlySecond ? 1 - chance(least, n) / 2 : 2 * tail - chance(least, n);
  return { exact, midP };
}

const chance = (count: number, n: number): number =>
  Math.exp(logGamma(n + 1) - logGamma(count + 1) - logGamma(n - count + 1) - n * Math.LN2);
