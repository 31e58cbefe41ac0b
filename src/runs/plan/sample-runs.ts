import { createHash } from 'node:crypto';
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
  const ranked = runs
    .map((run) => ({
      run,
      rank: createHash('sha256')
        .update(`${seed} ${label(run)}`)
        .digest('hex'),
    }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const drawn = new Set(ranked.slice(0, size).map(({ run }) => run));
  return runs.filter((run) => drawn.has(run));
}
