import { type Cluster, type ClusteredProportion, clusteredRate } from './clustered-rate.ts';

export interface RepeatedCell {
  family: string;
  outcomes: readonly boolean[];
}

export interface OverRepeats {
  k: number;
  /** Cells with at least k runs. Cells with fewer are excluded. */
  cells: number;
  leftOut: number;
  /** Cells with a hit in all of their first k runs: the estimate of pass^k. */
  all: ClusteredProportion;
  /** Cells with at least one hit in k runs: for a harm, the worst of k. */
  any: ClusteredProportion;
}

/**
 * Estimates pass^k and worst of k over cells (task, vector, goal). k defaults to the most frequent number of repeats.
 * Only the first k runs of a cell count. The interval is that of a proportion of cells, clustered by family. Null if k
 * < 2. Source: S. Yao et al., "τ-bench" (2024).
 */
export function overRepeats(
  all: readonly RepeatedCell[],
  k: number = usualRepeats(all.map(({ outcomes }) => outcomes.length)),
): OverRepeats | null {
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

/** The most frequent number of runs of a cell above 1, the larger one if tied; 0 if no cell has repeats. */
export function usualRepeats(runsOfCells: readonly number[]): number {
  const repeated = runsOfCells.filter((runs) => runs > 1);
  const [usual] = [...Map.groupBy(repeated, (runs) => runs)].sort(
    ([a, members], [b, other]) => other.length - members.length || b - a,
  );
  return usual?.[0] ?? 0;
}
