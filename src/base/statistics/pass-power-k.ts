import { type Cluster, type ClusteredProportion, clusteredRate } from './clustered-rate.ts';

/** What the runs of one task, vector and goal came to, in order. */
export interface RepeatedCell {
  family: string;
  outcomes: readonly boolean[];
}

export interface OverRepeats {
  /** Runs of a cell that are looked at together. */
  k: number;
  /** Cells with at least k runs, which the rates are of; the others, of which too little is known. */
  cells: number;
  leftOut: number;
  /** Cells whose k runs all came out so: the estimate of pass^k. */
  all: ClusteredProportion;
  /** Cells of whose k runs at least one did: for a harm, the worst of k. */
  any: ClusteredProportion;
}

/**
 * pass^k and worst of k over cells (task, vector, goal), k by default as many runs as most cells have. Each cell with
 * as many counts by its first k: with k runs in each, as a sweep makes them, that is the unbiased estimate C(events, k)
 * / C(n, k) itself, and the interval is that of a proportion of cells, clustered by family. Null where k is below 2.
 * Source: S. Yao et al., "τ-bench: a benchmark for tool-agent-user interaction in real-world domains" (2024), pass^k.
 */
export function overRepeats(all: readonly RepeatedCell[], k: number = usualRepeats(all)): OverRepeats | null {
  if (k < 2) return null;
  const cells = all.filter((cell) => cell.outcomes.length >= k);
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
    leftOut: all.length - cells.length,
    all: rate((outcomes) => outcomes.every(Boolean)),
    any: rate((outcomes) => outcomes.some(Boolean)),
  };
}

/** As many runs as most cells have that have more than one, the larger number of two that are as frequent; 0 where none has. */
function usualRepeats(cells: readonly RepeatedCell[]): number {
  const repeated = cells.map((cell) => cell.outcomes.length).filter((runs) => runs > 1);
  const [usual] = [...Map.groupBy(repeated, (runs) => runs)].sort(
    ([a, members], [b, other]) => other.length - members.length || b - a,
  );
  return usual?.[0] ?? 0;
}
