import { clopperPearson } from '../../src/base/statistics/clopper-pearson.ts';
import { type Cluster, clusteredRate } from '../../src/base/statistics/clustered-rate.ts';
import { bounded, newcombe } from '../../src/base/statistics/newcombe.ts';
import { type PairedDifference, pairedDifference } from '../../src/base/statistics/paired-difference.ts';
import { seededRandom } from '../../src/base/statistics/seeded-random.ts';
import { wilson } from '../../src/base/statistics/wilson.ts';
import { bootstrapPercentiles, clusterBootstrap } from './cluster-bootstrap.ts';
import { drawClusters, drawPairs } from './clustered-draws.ts';

export const grid = { clusters: [10, 25, 60], icc: [0, 0.3, 0.7], rate: [0, 0.02, 0.1, 0.5] };

export interface Cell {
  clusters: number;
  icc: number;
  rate: number;
}

export const cells: readonly Cell[] = grid.clusters.flatMap((clusters) =>
  grid.icc.flatMap((icc) => grid.rate.map((rate) => ({ clusters, icc, rate }))),
);

/** Of the intervals that there were, the share that held the truth, and their mean width; null where the method never gives one. */
export interface Coverage {
  covered: number | null;
  width: number | null;
  /** Share of the draws for which the method gives an interval. */
  given: number;
}

type Bounds = { low: number | null; high: number | null } | null;

const total = (clusters: readonly Cluster[], of: 'events' | 'n'): number =>
  clusters.reduce((sum, cluster) => sum + cluster[of], 0);

/** Fewer draws than the program's, so that thousands of samples can be looked at. */
const bootstrap = { seed: 11, draws: 300 };

export const rateMethods: Readonly<Record<string, (clusters: Cluster[]) => Bounds>> = {
  clustered: clusteredRate,
  Wilson: (clusters) => wilson(total(clusters, 'events'), total(clusters, 'n')),
  'Clopper–Pearson': (clusters) => clopperPearson(total(clusters, 'events'), total(clusters, 'n')),
  bootstrap: (clusters) => bootstrapPercentiles(clusters, bootstrap),
  'bootstrap where allowed': (clusters) => clusterBootstrap(clusters, bootstrap),
};

/** Coverage of one rate's intervals in one cell of the grid. */
export function rateCoverage(
  { clusters, icc, rate }: Cell,
  options: { seed: number; replications: number; methods?: readonly string[] },
): Record<string, Coverage> {
  const random = seededRandom(options.seed);
  const tallies = new Map((options.methods ?? Object.keys(rateMethods)).map((name) => [name, tally()]));
  for (let time = 0; time < options.replications; time += 1) {
    const drawn = drawClusters(random, clusters, icc, rate);
    for (const [name, counter] of tallies) counter.add(rateMethods[name]?.(drawn) ?? null, rate);
  }
  return Object.fromEntries([...tallies].map(([name, counter]) => [name, counter.coverage(options.replications)]));
}

export interface PairCoverage {
  /** Of `pairedDifference`, the default. */
  paired: Coverage;
  /** Newcombe's from two clustered rates, as if the samples were independent. */
  unpaired: Coverage;
  /** Share of the draws with p < 0.05: without a difference at most 0.05. */
  rejected: number;
}

/** Coverage of the intervals of a difference, and how often the test rejects. */
export function pairCoverage(
  { clusters, icc, rate }: Cell,
  { seed, replications, more, isShared }: { seed: number; replications: number; more: number; isShared: boolean },
): PairCoverage {
  const random = seededRandom(seed);
  const [paired, unpaired] = [tally(), tally()];
  let rejected = 0;
  for (let time = 0; time < replications; time += 1) {
    const drawn: PairedDifference = pairedDifference(drawPairs(random, clusters, icc, rate, { more, isShared }), {
      draws: 499,
    });
    paired.add(drawn, more);
    const [first, second] = [bounded(drawn.first), bounded(drawn.second)];
    unpaired.add(first === null || second === null ? null : newcombe(first, second), more);
    if (drawn.p < 0.05) rejected += 1;
  }
  return {
    paired: paired.coverage(replications),
    unpaired: unpaired.coverage(replications),
    rejected: rejected / replications,
  };
}

function tally(): { add: (bounds: Bounds, truth: number) => void; coverage: (replications: number) => Coverage } {
  let [given, held, width] = [0, 0, 0];
  return {
    add: (bounds, truth) => {
      if (bounds === null || bounds.low === null || bounds.high === null) return;
      given += 1;
      width += bounds.high - bounds.low;
      if (bounds.low <= truth + 1e-12 && truth <= bounds.high + 1e-12) held += 1;
    },
    coverage: (replications) => ({
      covered: given === 0 ? null : held / given,
      width: given === 0 ? null : width / given,
      given: given / replications,
    }),
  };
}
