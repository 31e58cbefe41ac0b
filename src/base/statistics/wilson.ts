/** `rate`, `low` and `high` are shares of 1, or null if `n` is 0. */
export interface Proportion {
  count: number;
  n: number;
  rate: number | null;
  low: number | null;
  high: number | null;
}

/** The 97.5 % quantile of the standard normal distribution. */
export const z95 = 1.959963984540054;

/**
 * A proportion with Wilson's score interval, without continuity correction: the values p with |count/n − p| ≤
 * z·√(p(1−p)/n). Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22
 * (1927) 209–212; recommended for small n by Brown, Cai and DasGupta, "Interval estimation for a binomial proportion",
 * Statistical Science 16 (2001) 101–133. Throws RangeError unless both are integers and 0 ≤ count ≤ n.
 */
export function wilson(count: number, n: number, z: number = z95): Proportion {
  if (!Number.isInteger(count) || !Number.isInteger(n) || count < 0 || count > n)
    throw new RangeError(`A proportion needs whole numbers with 0 ≤ count ≤ n, got ${count} of ${n}`);
  if (n === 0) return { count, n, rate: null, low: null, high: null };
  const p = count / n;
  const spread = z * z;
  const center = (p + spread / (2 * n)) / (1 + spread / n);
  const half = (z / (1 + spread / n)) * Math.sqrt((p * (1 - p)) / n + spread / (4 * n * n));
  // At 0 and n the bound is exact; rounding must not move it past the rate.
  return {
    count,
    n,
    rate: p,
    low: count === 0 ? 0 : Math.min(p, Math.max(0, center - half)),
    high: count === n ? 1 : Math.max(p, Math.min(1, center + half)),
  };
}
