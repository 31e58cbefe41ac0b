import { type Cluster, type ClusteredProportion, clusteredRate } from './clustered-rate.ts';

export interface OverRepeats {
  /** Runs of a cell that are looked at together: the fewest that any cell has. */
  k: number;
  cells: number;
  /** Cells whose k runs all came out so: the estimate of pass^k. */
  all: ClusteredProportion;
  /** Cells of whose k runs at least one did: for a harm, the worst of k. */
  any: ClusteredProportion;
}

/**
 * pass^k and worst of k over cells (task, vector, goal). Each cell counts by its first k runs: with k runs in each, as a sweep makes them, that
 * is the unbiased estimate C(events, k) / C(n, k) itself, and the interval is that of a proportion of cells, clustered by family. Null where a
 * cell has fewer than 2 runs.
 * Source: S. Yao et al., "τ-bench: a benchmark for tool-agent-user interaction in real-world domains" (2024), pass^k.
 */
export function overRepeats(cells: readonly { outcomes: readonly boolean[]; family: string }[]): OverRepeats | null {
  const k = cells.reduce((least, cell) => Math.min(least, cell.outcomes.length), Number.POSITIVE_INFINITY);
  if (cells.length === 0 || k < 2) return null;
  const rate = (holds: (outcomes: readonly boolean[]) => boolean): ClusteredProportion => {
    const families = Map.groupBy(cells, (cell) => cell.family);
    const clusters: Cluster[] = [...families.values()].map((list) => ({
      events: list.filter((cell) => holds(cell.outcomes.slice(0, k))).length,
      n: list.length,
    }));
    return clusteredRate(clusters);
  };
  return {
    k,
    cells: cells.length,
    all: rate((outcomes) => outcomes.every(Boolean)),
    any: rate((outcomes) => outcomes.some(Boolean)),
  };
}
