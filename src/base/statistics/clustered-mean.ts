import type { Estimate } from './agreement.ts';
import { studentTQuantile } from './student-t.ts';

/**
 * The mean of shares (0 … 1) over clusters, with a 95 % interval from the linearised variance of a ratio mean and
 * Student's t (Cochran, Sampling Techniques, 1977, 6.3 and 9A). Null without runs; no interval for a single cluster.
 */
export function clusteredMean(clusters: readonly (readonly number[])[]): Estimate {
  const held = clusters.filter((values) => values.length > 0);
  const n = held.reduce((sum, values) => sum + values.length, 0);
  if (n === 0) return { value: null, low: null, high: null };
  const value = held.flat().reduce((sum, item) => sum + item, 0) / n;
  const m = held.length;
  if (m < 2) return { value, low: null, high: null };
  const residuals = held.map((values) => values.reduce((sum, item) => sum + item - value, 0) / n);
  const variance = (m / (m - 1)) * residuals.reduce((sum, item) => sum + item * item, 0);
  const half = studentTQuantile(0.975, m - 1) * Math.sqrt(variance);
  return { value, low: Math.max(0, value - half), high: Math.min(1, value + half) };
}
