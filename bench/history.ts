import type { BenchRow, ReferenceName } from './measure.ts';

/** One run of the benchmark, a line of `bench/history.jsonl`. */
export interface HistoryLine {
  commit: string;
  date: string;
  cores: number;
  /** Milliseconds; null where one was not measured. */
  references: Record<ReferenceName, number | null>;
  /** Median of a row divided by that of its reference, by the row's name. */
  ratios: Record<string, number>;
}

/** How much worse than the median of earlier runs a ratio may be. */
export const allowedFactor = 1.25;
/** The runs a ratio is compared with: the last so many, and not before there are enough of them. */
const [compared, needed] = [10, 5] as const;

/** A row that is slower than it was. */
export interface Regression {
  name: string;
  ratio: number;
  /** Median of the earlier runs. */
  usual: number;
}

/** Ratios of rows to their references; rows without a reference, or whose reference was not measured, have none. */
export function ratiosOf(
  rows: readonly BenchRow[],
  reference: (name: ReferenceName) => number | null,
): Record<string, number> {
  const ratios: Record<string, number> = {};
  for (const { name, median, relativeTo } of rows) {
    const base = relativeTo === undefined ? null : reference(relativeTo);
    if (base !== null) ratios[name] = Number((median / base).toFixed(3));
  }
  return ratios;
}

/**
 * The rows that are more than a quarter slower than the median of the last ten runs on as many cores. A row with fewer
 * than five earlier runs is not compared.
 */
export function regressions(
  ratios: Readonly<Record<string, number>>,
  cores: number,
  history: readonly HistoryLine[],
): Regression[] {
  return Object.entries(ratios).flatMap(([name, ratio]) => {
    const earlier = history.filter((line) => line.cores === cores && line.ratios[name] !== undefined).slice(-compared);
    if (earlier.length < needed) return [];
    const usual = medianOf(earlier.map((line) => line.ratios[name] as number));
    return ratio > usual * allowedFactor ? [{ name, ratio, usual }] : [];
  });
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle - 0.5)] as number) + (sorted[Math.floor(middle)] as number)) / 2;
}
