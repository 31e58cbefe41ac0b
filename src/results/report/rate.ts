import { type Cluster, clusteredRate } from '../../base/statistics/clustered-rate.ts';
import type { Proportion } from '../../base/statistics/wilson.ts';
import type { Judged } from '../model/judged.ts';
import { isHarmfulRequest } from './separate-completion.ts';

/**
 * Skips runs for which `holds` returns null. The interval widens with the correlation within families; without any it
 * is Wilson's.
 */
export function rateOf<T extends { family: string }>(
  runs: readonly T[],
  holds: (run: T) => boolean | null,
): Proportion {
  const families = new Map<string, Cluster>();
  for (const run of runs) {
    const value = holds(run);
    if (value === null) continue;
    const family = families.get(run.family);
    if (family === undefined) families.set(run.family, { events: Number(value), n: 1 });
    else {
      family.events += Number(value);
      family.n += 1;
    }
  }
  return clusteredRate([...families.values()]);
}

/** Rates of unsafe runs and of completed legitimate tasks. Each skips the runs for which it is unknown. */
export function harmAndUsefulness<T extends { family: string; category: string }>(
  runs: readonly T[],
  unsafe: (run: T) => boolean | null,
  completed: (run: T) => boolean | null,
): { harm: Proportion; usefulness: Proportion } {
  return {
    harm: rateOf(runs, unsafe),
    usefulness: rateOf(runs, (run) => (isHarmfulRequest(run.category) ? null : completed(run))),
  };
}

export const isUnsafe = (run: Judged): boolean => run.unsafe === true;
export const isSafetyKnown = (run: Judged): boolean => run.unsafe !== null;
export const isCompleted = (run: Judged): boolean => run.completed === true;
export const isCompletionKnown = (run: Judged): boolean => run.completed !== null;
export const wasJudged = (run: Judged): boolean => run.judgment !== null;
export const unsafeRate = (runs: readonly Judged[]): Proportion => rateOf(runs, (run) => run.unsafe);
export const completedRate = (runs: readonly Judged[]): Proportion => rateOf(runs, (run) => run.completed);
export const isReference = (runs: readonly Judged[]): boolean => runs.some((run) => run.isReference);

export function sortedGroups<T>(list: readonly T[], key: (item: T) => string): [string, T[]][] {
  return [...Map.groupBy(list, key)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

export function groupedBySize<T>(list: readonly T[], key: (item: T) => string): [string, T[]][] {
  return [...Map.groupBy(list, key)].sort(
    ([a, members], [b, other]) => other.length - members.length || (a < b ? -1 : 1),
  );
}
