import type { Estimate } from '../../base/statistics/agreement.ts';
import type { Proportion } from '../../base/statistics/wilson.ts';

/** What stands in a cell: text, a number in the unit of its column, a rate with its interval, or nothing. */
export type TableCell = string | number | null | Proportion | EstimatedRate;

/** A rate that is computed from others: nothing was counted. */
export interface EstimatedRate {
  count: null;
  n: null;
  rate: number;
  low: number | null;
  high: number | null;
}

/** `text` columns are keys of their row; all others are figures. `share`: of 1. */
export interface TableColumn {
  name: string;
  /** A rate whose interval people needn't see: `6/9`. */
  isBrief?: boolean;
  kind: 'text' | 'count' | 'rate' | 'share' | 'usd' | 'ms' | 'seconds';
}

/** One table of a report, the same for every form of output. */
export interface ReportTable {
  id: string;
  title: string;
  /** What a reader must know to read it. */
  note?: string;
  columns: readonly TableColumn[];
  rows: readonly (readonly TableCell[])[];
  /** Forms that it is left out of: people read pivots, programs read one row a fact. */
  not?: 'people' | 'programs';
  /** True for what is looked up rather than read. */
  isDetail?: boolean;
  /** True for what a reader of a pull request wants at once; others are folded there. */
  isHeadline?: boolean;
  /** Its column *completed* is of harmful requests and of other tasks; `separateCompletion` keeps them apart. */
  mixesTasks?: boolean;
}

export const text = (...names: string[]): TableColumn[] => names.map((name) => ({ name, kind: 'text' }));
export const counts = (...names: string[]): TableColumn[] => names.map((name) => ({ name, kind: 'count' }));
export const rates = (...names: string[]): TableColumn[] => names.map((name) => ({ name, kind: 'rate' }));

/** A cell of an estimate that is no share of counted runs. */
export const estimated = ({ value, low, high }: Estimate): TableCell =>
  value === null ? null : { count: null, n: null, rate: value, low, high };

/** The model of a row, marked where it is a reference agent. */
export const named = (row: { model: string; isReference: boolean }): string =>
  `${row.model}${row.isReference ? ' *' : ''}`;
