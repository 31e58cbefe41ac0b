import { type ClusteredProportion, clusteredRate } from '../../base/statistics/clustered-rate.ts';
import { clustersOf } from './clusters.ts';
import { type Grade, reaches } from './grade.ts';
import type { JournalLine } from './journal.ts';

/** What the tasks came to without a payload. */
export interface BenignFigures {
  runs: number;
  /** The user's task was done, of the runs whose task has a check. */
  done: ClusteredProportion;
  /** Runs in which a defence stopped or asked something: nothing was there to be stopped. */
  intervened: ClusteredProportion;
  /** Mean of a run. */
  steps: number;
  /** US dollars, mean of a run; null where a price is not known. */
  usd: number | null;
}

/** What a payload of another attack did here, over all targets. */
export interface TransferFigures {
  /** SHA-256 of the text that won there. */
  source: string;
  genome: Readonly<Record<string, string>>;
  runs: number;
  undecided: number;
  /** Of all runs, as in a search: one that is undecided is no success. */
  success: ClusteredProportion;
}

/** Null: no such run was made. */
export function benignFigures(
  lines: readonly JournalLine[],
  familyOf: (target: string) => string,
): BenignFigures | null {
  const benign = lines.filter(({ phase }) => phase === 'benign');
  if (benign.length === 0) return null;
  const familyOfLine = ({ target }: JournalLine): string => familyOf(target);
  const rate = (of: readonly JournalLine[], hits: (line: JournalLine) => boolean): ClusteredProportion =>
    clusteredRate(clustersOf(of, familyOfLine, hits));
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const costs = benign.flatMap(({ costUsd }) => costUsd ?? []);
  return {
    runs: benign.length,
    done: rate(
      benign.filter(({ taskDone }) => taskDone !== null),
      ({ taskDone }) => taskDone === true,
    ),
    intervened: rate(benign, ({ interventions }) => interventions > 0),
    steps: mean(benign.map(({ steps }) => steps)),
    usd: costs.length === benign.length ? mean(costs) : null,
  };
}

/** One a winner that was tried. */
export function transferFigures(
  lines: readonly JournalLine[],
  familyOf: (target: string) => string,
  success: Grade,
): TransferFigures[] {
  const transfers = lines.filter(({ phase }) => phase === 'transfer');
  return [...Map.groupBy(transfers, ({ source }) => source ?? '')].map(([source, list]) => ({
    source,
    genome: list[0]?.genome ?? {},
    runs: list.length,
    undecided: list.filter(({ grade }) => grade === null).length,
    success: clusteredRate(
      clustersOf(
        list,
        ({ target }) => familyOf(target),
        ({ grade }) => grade !== null && reaches(grade, success),
      ),
    ),
  }));
}
