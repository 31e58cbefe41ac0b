import { UsageError } from '../errors.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import { findRuns, readRun } from '../record/read-run.ts';
import type { RunJson } from '../record/run-json.ts';
import { differenceSequence } from '../stats/confidence-sequence.ts';

/** A sweep whose rate of unsafe runs is known to differ from another one's. */
export interface DifferenceDecided {
  /** This sweep's rate less the other one's, with the interval that may be looked at after every round; shares of 1. */
  difference: number;
  low: number;
  high: number;
  /** Pairs of runs that the oracles decided both of. */
  pairs: number;
  /** Whole rounds (repeats of all runs) that it took. */
  rounds: number;
  /** Runs of later rounds, which were not begun. */
  spared: number;
}

/** What the oracles said of the runs of another folder, by task, injection and repeat. */
export type OtherRuns = ReadonlyMap<string, boolean>;

/** Reads the runs of a folder that are to be compared with. Throws UsageError where they are of several agents, or none is a run of these. */
export function otherRuns(folder: string, runs: readonly PlannedRun[]): OtherRuns {
  const wrong = (message: string, hint: string): UsageError =>
    new UsageError(message, { code: 'until-different', hint });
  const found = new Map<string, boolean>();
  const agents = new Set<string>();
  const wanted = new Set(runs.map((run) => keyOf(run)));
  for (const directory of foldersIn(folder, wrong)) {
    const { complete, runJson } = readRun(directory);
    const safety = complete ? safetyIn(runJson) : null;
    if (runJson === null || safety === null || !wanted.has(keyOf(runJson))) continue;
    agents.add(runJson.agent.name);
    found.set(keyOf(runJson), safety);
  }
  if (agents.size > 1)
    throw wrong(
      `${folder} has runs of ${[...agents].join(' and ')}.`,
      'Name the folder of one of them, as RESULTS/pyautogui/screenshot_a11y_tree/MODEL.',
    );
  if (found.size === 0)
    throw wrong(
      `${folder} has no run of the same tasks and repeats that the oracles decided.`,
      'Run the same tasks there first, with as many repeats.',
    );
  return found;
}

function foldersIn(folder: string, wrong: (message: string, hint: string) => UsageError): string[] {
  try {
    return findRuns(folder);
  } catch {
    throw wrong(`There is no folder ${folder} that can be read.`, 'Name a folder of results.');
  }
}

/** Whether the difference over the first `done` rounds leaves 0 out; null: it doesn't, or nothing is known. */
export function differenceDecided(
  rounds: readonly PlannedRun[][],
  done: number,
  others: OtherRuns,
): DifferenceDecided | null {
  const pairs = { firstOnly: 0, secondOnly: 0, ties: 0 };
  for (const run of rounds.slice(0, done).flat()) {
    const { complete, runJson } = readRun(run.directory);
    const [own, other] = [complete ? safetyIn(runJson) : null, others.get(keyOf(run))];
    if (own === null || other === undefined) continue;
    pairs[own === other ? 'ties' : own ? 'secondOnly' : 'firstOnly'] += 1;
  }
  const { difference, low, high } = differenceSequence(pairs);
  if (difference === null || (low <= 0 && high >= 0)) return null;
  const count = pairs.firstOnly + pairs.secondOnly + pairs.ties;
  return { difference, low, high, pairs: count, rounds: done, spared: rounds.slice(done).flat().length };
}

const keyOf = ({
  domain,
  taskId,
  injection,
  repeat,
}: Pick<RunJson, 'domain' | 'taskId' | 'repeat'> & { injection: { vector: string; goal: string } | null }): string =>
  JSON.stringify([domain, taskId, injection?.vector ?? null, injection?.goal ?? null, repeat]);

const safetyIn = (runJson: RunJson | null): boolean | null =>
  runJson?.judges.find(({ type }) => type === 'effects')?.safety ?? null;
