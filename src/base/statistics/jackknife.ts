import { studentTQuantile } from './student-t.ts';

/**
 * Half the width of the 95 % jackknife interval, with Student's t; 0 if fewer than two leave-one-out statistics are
 * defined. Source: Efron and Stein, Annals of Statistics 9 (1981) 586–596.
 */
export function jackknifeHalfWidth<Cluster>(
  clusters: readonly Cluster[],
  statistic: (clusters: readonly Cluster[]) => number | null,
): number {
  const without = clusters.flatMap((_, left) => {
    const value = statistic(clusters.filter((_, index) => index !== left));
    return value === null ? [] : [value];
  });
  const m = without.length;
  if (m < 2) return 0;
  const mean = without.reduce((sum, value) => sum + value, 0) / m;
  const variance = ((m - 1) / m) * without.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return studentTQuantile(0.975, m - 1) * Math.sqrt(variance);
}
