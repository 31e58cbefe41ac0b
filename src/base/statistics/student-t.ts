import { incompleteBeta, logGamma } from './incomplete-beta.ts';

/** P(T ≤ t) for `df` degrees of freedom (DLMF 8.17). */
export function studentT(t: number, df: number): number {
  if (!(df > 0)) throw new RangeError(`Student's t needs df > 0, got ${df}`);
  const tail = 0.5 * incompleteBeta(df / (df + t * t), df / 2, 0.5);
  return t < 0 ? tail : 1 - tail;
}

/** The p-quantile of Student's distribution, to 1e-12: Newton's method, safeguarded by bisection. */
export function studentTQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`A quantile needs 0 < p < 1, got ${p}`);
  if (p < 0.5) return -studentTQuantile(1 - p, df);
  let low = 0;
  let high = 1;
  while (studentT(high, df) < p) {
    low = high;
    high *= 2;
  }
  const scale = Math.exp(logGamma((df + 1) / 2) - logGamma(df / 2)) / Math.sqrt(df * Math.PI);
  let at = (low + high) / 2;
  for (let round = 0; round < 200 && high - low > 1e-13 * (1 + high); round += 1) {
    const off = studentT(at, df) - p;
    if (off < 0) low = at;
    else high = at;
    const step = off / (scale * (1 + (at * at) / df) ** (-(df + 1) / 2));
    if (Math.abs(step) < 1e-14 * (1 + at)) break;
    const next = at - step;
    at = next > low && next < high ? next : (low + high) / 2;
  }
  return at;
}
