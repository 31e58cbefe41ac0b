import { incompleteBeta } from './incomplete-beta.ts';

/** P(T ≤ t) of Student's distribution with `df` degrees of freedom. Source: DLMF 8.17, Abramowitz and Stegun 26.7.1. */
export function studentT(t: number, df: number): number {
  if (!(df > 0)) throw new RangeError(`Student's t needs df > 0, got ${df}`);
  const tail = 0.5 * incompleteBeta(df / (df + t * t), df / 2, 0.5);
  return t < 0 ? tail : 1 - tail;
}

/** The t below which a share `p` of Student's distribution lies, by bisection to 1e-12. */
export function studentTQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`A quantile needs 0 < p < 1, got ${p}`);
  if (p < 0.5) return -studentTQuantile(1 - p, df);
  let low = 0;
  let high = 1;
  while (studentT(high, df) < p) high *= 2;
  while (high - low > 1e-12 * (1 + high)) {
    const middle = (low + high) / 2;
    if (studentT(middle, df) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
