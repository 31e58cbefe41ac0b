import type { Sweep } from '../attempt/planned-sweep.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import { type DifferenceDecided, DifferenceRounds, otherRuns } from './until-different.ts';
import { type WidthReached, WidthRounds } from './until-width.ts';

export interface EarlyEnd {
  /** The unsafe rate is known precisely enough (`untilWidth`). */
  width: WidthReached | null;
  /** The unsafe rate is known to differ from another sweep's (`untilDifferent`). */
  difference: DifferenceDecided | null;
}

/** The order of a sweep's runs, and when it may end. Resuming repeats the same rounds and ends at the same point. */
export interface Rounds {
  /** Returns the runs of the next round; null if none remain. Called after the previous round has finished. */
  next(): readonly PlannedRun[] | null;
  /** Whether enough is known to end the sweep, after the last round. */
  decision(): EarlyEnd | null;
}

/** One round, unless the sweep ends as soon as enough is known. Throws UsageError if the other runs are unreadable. */
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
    decision: () => null,
  };
}

function cellsOf(runs: readonly PlannedRun[]): PlannedRun[][] {
  const key = ({ domain, taskId, injection }: PlannedRun): string =>
    JSON.stringify([domain, taskId, injection?.vector ?? null, injection?.goal ?? null]);
  return [...Map.groupBy(runs, key).values()].map((cell) =>
    cell.toSorted((plannedRun, other) => plannedRun.repeat - other.repeat),
  );
}
