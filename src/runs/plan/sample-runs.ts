import { inSeededOrder } from '../../base/statistics/hash-draws.ts';
import { label, type PlannedRun } from './planned-run.ts';

type Labelled = Parameters<typeof label>[0];

/**
 * Keeps the order. Depends only on `seed` and the runs' names, so that an additional run does not reshuffle the sample.
 */
export function sampleRuns<Run extends Labelled = PlannedRun>(
  runs: readonly Run[],
  size: number | undefined,
  seed: number,
): Run[] {
  if (size === undefined) return [...runs];
  const drawn = new Set(inSeededOrder(runs, seed, label).slice(0, size));
  return runs.filter((run) => drawn.has(run));
}
