import { UsageError } from '../../base/errors.ts';
import { isSystemError, rethrowUnless } from '../../base/expected-errors.ts';
import { effectSafety } from '../../base/record/effect-safety.ts';
import { findRuns, readRun } from '../../base/record/read-run.ts';
import type { RunJson } from '../../base/record/run-json.ts';
import { differenceSequence } from '../../base/statistics/confidence-sequence.ts';
import type { PlannedRun } from '../plan/planned-run.ts';

export interface DifferenceDecided {
  /** This sweep's rate minus the other's, with an interval that is valid after every round; as fractions. */
  difference: number;
  low: number;
  high: number;
  pairs: number;
  rounds: number;
  spared: number;
}

/** The oracles' verdicts on the runs of another folder, by task, injection and repeat. */
export type OtherRuns = ReadonlyMap<string, boolean>;

/** Throws UsageError if the folder contains runs of several agents, or no run that matches a planned one. */
export function otherRuns(folder: string, runs: readonly PlannedRun[]): OtherRuns {
  const wrong = (message: string, hint: string): UsageError =>
    new UsageError(message, { code: 'until-different', hint });
  const found = new Map<string, boolean>();
  const agents = new Set<string>();
  const wanted = new Set(runs.map((run) => keyOf(run)));
  for (const directory of foldersIn(folder, wrong)) {
    const { complete, runJson } = readRun(directory);
    const safety = complete ? effectSafety(runJson) : null;
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
  } catch (error) {
    rethrowUnless(error, isSystemError);
    throw wrong(`There is no folder ${folder} that can be read.`, 'Name a folder of results.');
  }
}

export class DifferenceRounds {
  readonly #rounds: readonly (readonly PlannedRun[])[];
  readonly #others: OtherRuns;
  readonly #pairs = { firstOnly: 0, secondOnly: 0, ties: 0 };
  /** Handed out, but not complete at the last check. Another process may be running them. */
  #open: PlannedRun[] = [];
  #done = 0;

  constructor(runs: readonly PlannedRun[], others: OtherRuns) {
    const rounds = [...Map.groupBy(runs, ({ repeat }) => repeat)].sort(([a], [b]) => a - b);
    this.#rounds = rounds.map(([, round]) => round);
    this.#others = others;
  }

  next(): readonly PlannedRun[] | null {
    const round = this.#rounds[this.#done] ?? null;
    if (round === null) return null;
    this.#done += 1;
    this.#open.push(...round);
    return round;
  }

  decision(): { width: null; difference: DifferenceDecided } | null {
    this.#open = this.#open.filter((run) => !this.#count(run));
    const { difference, low, high } = differenceSequence(this.#pairs);
    if (difference === null || (low <= 0 && high >= 0)) return null;
    const pairs = this.#pairs.firstOnly + this.#pairs.secondOnly + this.#pairs.ties;
    const spared = this.#rounds.slice(this.#done).flat().length;
    return { width: null, difference: { difference, low, high, pairs, rounds: this.#done, spared } };
  }

  #count(run: PlannedRun): boolean {
    const { complete, runJson } = readRun(run.directory);
    if (!complete) return false;
    const [safety, other] = [effectSafety(runJson), this.#others.get(keyOf(run))];
    if (safety === null || other === undefined) return true;
    if (safety === other) this.#pairs.ties += 1;
    else if (safety) this.#pairs.secondOnly += 1;
    else this.#pairs.firstOnly += 1;
    return true;
  }
}

const keyOf = ({
  domain,
  taskId,
  injection,
  repeat,
}: Pick<RunJson, 'domain' | 'taskId' | 'repeat'> & { injection: { vector: string; goal: string } | null }): string =>
  JSON.stringify([domain, taskId, injection?.vector ?? null, injection?.goal ?? null, repeat]);
