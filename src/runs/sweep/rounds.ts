import type { Sweep } from '../attempt/planned-sweep.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import { type DifferenceDecided, DifferenceRounds, otherRuns } from './until-different.ts';
import { type WidthReached, WidthRounds } from './until-width.ts';

/** What a sweep that ends early knows at its end; null: it did not end early by it. */
export interface EarlyEnd {
  /** The rate of unsafe runs is known well enough (`untilWidth`). */
  width: WidthReached | null;
  /** The rate of unsafe runs is known to differ from another sweep's (`untilDifferent`). */
  difference: DifferenceDecided | null;
}

/**
 * In which order a sweep makes its runs, and where it may end. A sweep that goes on takes the same rounds as before: it
 * ends where it would have ended.
 */
export interface Rounds {
  /** The runs of the next round; null: none are left. Called once the last round is made. */
  next(): readonly PlannedRun[] | null;
  /** What is known after the rounds so far; null: not enough. */
  look(): EarlyEnd | null;
}

/**
 * The rounds of a sweep: one of all runs, unless it is to end once enough is known. Throws UsageError where what it is
 * compared with can't be read.
 */
export function roundsOf({ request, runs }: Sweep): Rounds {
  const { untilWidth, untilDifferent, allocateRepeats = false } = request;
  if (untilWidth !== undefined) return new WidthRounds(cellsOf(runs), untilWidth, allocateRepeats);
  if (untilDifferent !== undefined) return new DifferenceRounds(runs, otherRuns(untilDifferent, runs));
  let isHandedOut = false;
  return {
    next() {
      const round = isHandedOut ? null : runs;
      isHandedOut = true;
      return round;
    },
    look: () => null,
  };
}

/** The repeats of each task with its injection, in order. */
function cellsOf(runs: readonly PlannedRun[]): PlannedRun[][] {
  const key = ({ domain, taskId, injection }: PlannedRun): string =>
    JSON.stringify([domain, taskId, injection?.vector ?? null, injection?.goal ?? null]);
  return [...Map.groupBy(runs, key).values()].map((cell) =>
    cell.toSorted((plannedRun, other) => plannedRun.repeat - other.repeat),
  );
}
