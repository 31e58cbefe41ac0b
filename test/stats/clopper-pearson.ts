import { incompleteBeta } from '../../src/stats/incomplete-beta.ts';
import type { Proportion } from '../../src/stats/wilson.ts';

/**
 * The "exact" interval: values p at which neither `count` or more nor `count` or fewer events have a chance below `alpha` / 2. Never covers less
 * than it says, and is wider than Wilson's.
 * Source: C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial", Biometrika 26
 * (1934) 404–413. Throws RangeError unless 0 ≤ count ≤ n, both whole.
 */
export function clopperPearson(count: number, n: number, alpha = 0.05): Proportion {
  if (!Number.isInteger(count) || !Number.isInteger(n) || count < 0 || count > n)
    throw new RangeError(`A proportion needs whole numbers with 0 ≤ count ≤ n, got ${count} of ${n}`);
  if (n === 0) return { count, n, rate: null, low: null, high: null };
  return {
    count,
    n,
    rate: count / n,
    low: count === 0 ? 0 : betaQuantile(alpha / 2, count, n - count + 1),
    high: count === n ? 1 : betaQuantile(1 - alpha / 2, count + 1, n - count),
  };
}

/** By bisection to 1e-13. */
function betaQuantile(share: number, a: number, b: number): number {
  let low = 0;
  let high = 1;
  while (high - low > 1e-13) {
    const middle = (low + high) / 2;
    if (incompleteBeta(middle, a, b) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
