import { type ClusteredProportion, clusteredRate } from '../../base/statistics/clustered-rate.ts';
import { clustersOf } from './clusters.ts';
import { type Grade, reaches } from './grade.ts';
import type { JournalLine } from './journal.ts';

export interface BenignFigures {
  runs: number;
  /** Runs that completed their task, among those whose task has a check. */
  done: ClusteredProportion;
  /** Runs in which a defence intervened although there was no attack. */
  intervened: ClusteredProportion;
  /** Mean per run. */
  steps: number;
  /** Mean per run; null if a price is unknown. */
  usd: number | null;
}

export interface TransferFigures {
  source: string;
  genome: Readonly<Record<string, string>>;
  runs: number;
  undecided: number;
  /** Undecided runs count as failures. */
  success: ClusteredProportion;
}

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
