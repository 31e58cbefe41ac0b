import type { Cluster } from '../../src/base/statistics/clustered-rate.ts';
import { quantile } from '../../src/base/statistics/quantile.ts';
import { seededRandom } from '../../src/base/statistics/seeded-random.ts';

/** Fewest clusters that it is used with, and of those fewest with an event and fewest without: below, it covers too little. */
const fewest = { clusters: 30, withEvents: 5 };

/**
 * A 95 % interval by drawing whole clusters with replacement (percentiles of `draws` rates). Null with fewer than 30
 * clusters, or where fewer than 5 clusters hold the rarer outcome: there it is too narrow, and without width at 0 of n
 * (docs/trust/statistics.md has its coverage). Source: A. C. Davison and D. V. Hinkley, Bootstrap Methods and their
 * Application (1997) 3.8.
 */
export function clusterBootstrap(
  clusters: readonly Cluster[],
  options: { seed: number; draws?: number },
): { low: number; high: number } | null {
  const held = clusters.filter((cluster) => cluster.n > 0);
  const withEvents = held.filter((cluster) => cluster.events > 0).length;
  const withOthers = held.filter((cluster) => cluster.events < cluster.n).length;
  if (held.length < fewest.clusters || Math.min(withEvents, withOthers) < fewest.withEvents) return null;
  return bootstrapPercentiles(held, options);
}

/** The same without asking whether it may be used: for the simulations that say so. */
export function bootstrapPercentiles(
  clusters: readonly Cluster[],
  { seed, draws = 2000 }: { seed: number; draws?: number },
): { low: number; high: number } {
  const random = seededRandom(seed);
  const rates = Array.from({ length: draws }, () => {
    let events = 0;
    let n = 0;
    for (let at = 0; at < clusters.length; at += 1) {
      const cluster = clusters[Math.floor(random() * clusters.length)] as Cluster;
      events += cluster.events;
      n += cluster.n;
    }
    return events / n;
  });
  return { low: quantile(rates, 0.025) ?? 0, high: quantile(rates, 0.975) ?? 1 };
}
