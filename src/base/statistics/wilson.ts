export interface Proportion {
  count: number;
  n: number;
  rate: number | null;
  low: number | null;
  high: number | null;
}

export const z95 = 1.959963984540054;

/**
 * A proportion with Wilson's score interval, without continuity correction. Source: E. B. Wilson, JASA 22 (1927)
 * 209–212. Throws RangeError unless both are integers and 0 ≤ count ≤ n.
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
