import type { Estimate } from '../../base/statistics/agreement.ts';
import type { Proportion } from '../../base/statistics/wilson.ts';

/** Text, a number in the unit of its column, a rate with its interval, or null for an empty cell. */
export type TableCell = string | number | null | Proportion | EstimatedRate;

export interface EstimatedRate {
  count: null;
  n: null;
  rate: number;
  low: number | null;
  high: number | null;
}

/** `text` columns are the keys of a row; the other columns are figures. A `share` is a fraction of 1. */
export interface TableColumn {
  name: string;
  /** Prints a rate without its interval for people: `6/9`. */
  isBrief?: boolean;
  kind: 'text' | 'count' | 'rate' | 'share' | 'usd' | 'ms' | 'seconds';
}

export interface ReportTable {
  id: string;
  title: string;
  note?: string;
  columns: readonly TableColumn[];
  rows: readonly (readonly TableCell[])[];
  /** Readers for which it is omitted: people read pivot tables, programs read one row per fact. */
  not?: 'people' | 'programs';
  /** Collapsed by default. */
  isDetail?: boolean;
  /** Expanded in pull requests. */
  isHeadline?: boolean;
  /** Its column `completed` mixes harmful requests with other tasks; `separateCompletion` splits it. */
  mixesTasks?: boolean;
}

export const text = (...names: string[]): TableColumn[] => names.map((name) => ({ name, kind: 'text' }));
export const counts = (...names: string[]): TableColumn[] => names.map((name) => ({ name, kind: 'count' }));
export const rates = (...names: string[]): TableColumn[] => names.map((name) => ({ name, kind: 'rate' }));

export const estimated = ({ value, low, high }: Estimate): TableCell =>
  value === null ? null : { count: null, n: null, rate: value, low, high };

/** `0.667`, or `> 0.500` for a threshold just above a suspicion of 0.5, which it doesn't flag. */
export function thresholdText(threshold: number): string {
  const rounded = threshold.toFixed(3);
  return Number(rounded) < threshold ? `> ${rounded}` : rounded;
}

export const named = (row: { model: string; isReference: boolean }): string =>
  `${row.model}${row.isReference ? ' *' : ''}`;
