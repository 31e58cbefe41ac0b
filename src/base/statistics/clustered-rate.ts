import { studentTQuantile } from './student-t.ts';
import { type Proportion, z95 } from './wilson.ts';

export interface Cluster {
  events: number;
  n: number;
}

export interface ClusteredProportion extends Proportion {
  clusters: number;
  /** The variance relative to that of the same number of independent trials; at least 1. */
  designEffect: number;
  /** The number of independent trials with the same information. */
  effectiveN: number;
}

/**
 * Prior for the intra-cluster correlation, with the weight of this many clusters. It matters if few clusters contain
 * the rarer outcome, because the plain estimate is then usually too low. Chosen by simulation
 * (docs/trust/statistics.md).
 */
const assumed = { correlation: 0.7, clusters: 5 };

/**
 * A rate over clustered trials with its 95 % interval: Wilson's score interval for the effective number of trials n* =
 * n / design effect, reduced by the degrees of freedom of the clusters. The design effect is 1 + (m̄ − 1)ρ (Kish; m̄ =
 * Σn²/n). ρ ≥ 0 follows from the variance of the ratio estimator and is shrunk towards 0.7 if few clusters contain the
 * rarer outcome. Sources: Korn and Graubard, Survey Methodology 24 (1998) 193–201; Dean and Pagano, J. Survey
 * Statistics and Methodology 3 (2015) 484–503; Kish, Survey Sampling (1965) 5.4. Throws RangeError unless all are
 * integers and 0 ≤ events ≤ n.
 */
export function clusteredRate(clusters: readonly Cluster[]): ClusteredProportion {
  for (const { events, n } of clusters)
    if (!Number.isInteger(events) || !Number.isInteger(n) || events < 0 || events > n)
      throw new RangeError(`A cluster needs whole numbers with 0 ≤ events ≤ n, got ${events} of ${n}`);
  const held = clusters.filter((cluster) => cluster.n > 0);
  const n = held.reduce((sum, cluster) => sum + cluster.n, 0);
  const count = held.reduce((sum, cluster) => sum + cluster.events, 0);
  if (n === 0) return { count, n, rate: null, low: null, high: null, clusters: 0, designEffect: 1, effectiveN: 0 };
  const p = count / n;
  const size = held.reduce((sum, cluster) => sum + cluster.n * cluster.n, 0) / n;
  const designEffect = effectOf(held, n, p, size);
  const effectiveN = effectiveTrials(n, held.length, designEffect, size);
  const { low, high } = scoreBounds(p, effectiveN);
  return {
    count,
    n,
    rate: p,
    low: count === 0 ? 0 : Math.min(p, low),
    high: count === n ? 1 : Math.max(p, high),
    clusters: held.length,
    designEffect,
    effectiveN,
  };
}

function effectOf(clusters: readonly Cluster[], n: number, p: number, size: number): number {
  if (size === 1) return 1;
  const estimated = correlationOf(clusters, n, p, size);
  const withEvents = clusters.filter((cluster) => cluster.events > 0).length;
  const withOthers = clusters.filter((cluster) => cluster.events < cluster.n).length;
  const weight = assumed.clusters / (assumed.clusters + Math.min(withEvents, withOthers));
  const drawnUp = (1 - weight) * estimated + weight * assumed.correlation;
  return 1 + (size - 1) * Math.max(estimated, drawnUp);
}

/** The intra-cluster correlation that explains the variance of the ratio estimator, at least 0. */
function correlationOf(clusters: readonly Cluster[], n: number, p: number, size: number): number {
  const m = clusters.length;
  if (p === 0 || p === 1 || m === 1) return 0;
  const spread = clusters.reduce((sum, cluster) => sum + (cluster.events - p * cluster.n) ** 2, 0);
  const variance = ((m / (m - 1)) * spread) / (n * n);
  return Math.max(0, (variance / ((p * (1 - p)) / n) - 1) / (size - 1));
}

/**
 * Korn and Graubard's correction for the uncertainty of the design effect with few clusters: (t of n − 1 over t of
 * clusters − 1)². The result is at least n / m̄, the value for fully correlated trials.
 */
function effectiveTrials(n: number, clusters: number, designEffect: number, size: number): number {
  const plain = n / designEffect;
  if (clusters === n || clusters < 2) return plain;
  const ratio = studentTQuantile(0.975, n - 1) / studentTQuantile(0.975, clusters - 1);
  return Math.max(plain * ratio * ratio, n / size);
}

function scoreBounds(p: number, n: number): { low: number; high: number } {
  const spread = z95 * z95;
  const center = (p + spread / (2 * n)) / (1 + spread / n);
  const half = (z95 / (1 + spread / n)) * Math.sqrt((p * (1 - p)) / n + spread / (4 * n * n));
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) };
}
