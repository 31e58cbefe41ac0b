import { incompleteBeta } from './incomplete-beta.ts';
import type { Proportion } from './wilson.ts';

/**
 * A proportion with its exact 95 % interval. Source: C. J. Clopper and E. S. Pearson, Biometrika 26 (1934) 404–413.
 * Throws RangeError unless both are integers and 0 ≤ count ≤ n.
 */
export function clopperPearson(count: number, n: number, error = 0.05): Proportion {
  if (!Number.isInteger(count) || !Number.isInteger(n) || count < 0 || count > n)
    throw new RangeError(`A proportion needs whole numbers with 0 ≤ count ≤ n, got ${count} of ${n}`);
  if (n === 0) return { count, n, rate: null, low: null, high: null };
  return {
    count,
    n,
    rate: count / n,
    low: count === 0 ? 0 : quantile(error / 2, count, n - count + 1),
    high: count === n ? 1 : quantile(1 - error / 2, count + 1, n - count),
  };
}

function quantile(p: number, a: number, b: number): number {
  let [low, high] = [0, 1];
  while (high - low > 1e-12) {
    const middle = (low + high) / 2;
    if (incompleteBeta(middle, a, b) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
