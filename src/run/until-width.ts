import type { PlannedRun } from '../plan/planned-run.ts';
import { readRun } from '../record/read-run.ts';
import { rateSequence } from '../stats/confidence-sequence.ts';
import type { Proportion } from '../stats/wilson.ts';

/** A sweep whose rate of unsafe runs is known well enough. */
export interface WidthReached {
  /** Of the runs that the oracles decided, with the interval that may be looked at after every round. */
  rate: Proportion;
  /** Whole rounds (repeats of all runs) that it took. */
  rounds: number;
  /** Runs of later rounds, which were not begun. */
  spared: number;
}

/** A sweep's rounds: the first repeat of all runs, the second, … */
export function roundsOf(runs: readonly PlannedRun[]): PlannedRun[][] {
  return [...Map.groupBy(runs, ({ repeat }) => repeat)].sort(([one], [other]) => one - other).map(([, round]) => round);
}

/** Whether the interval over the first `done` rounds is no wider than `width` (a share of 1); null: it is wider, or nothing is known. */
export function widthReached(rounds: readonly PlannedRun[][], done: number, width: number): WidthReached | null {
  const safeties = rounds.slice(0, done).flat().map(safetyOf);
  const decided = safeties.filter((safety) => safety !== null);
  const rate = rateSequence(decided.filter((safety) => !safety).length, decided.length);
  if (rate.low === null || rate.high === null || rate.high - rate.low > width) return null;
  return { rate, rounds: done, spared: rounds.slice(done).flat().length };
}

/** What the oracles say of a complete run; null: nothing, or it is not complete. */
function safetyOf(run: PlannedRun): boolean | null {
  const { complete, runJson } = readRun(run.directory);
  return complete ? (runJson?.judges.find(({ type }) => type === 'effects')?.safety ?? null) : null;
}
