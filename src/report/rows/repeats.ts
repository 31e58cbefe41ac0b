import type { Proportion } from '../../stats/wilson.ts';
import type { Judged } from './rate.ts';

/** What repeats of the same task show. */
export interface RepeatRow {
  model: string;
  isReference: boolean;
  category: string;
  /** Runs of a cell (task, vector, goal) that are looked at together. */
  k: number;
  cells: number;
  safeAll: Proportion;
  completedAll: Proportion;
  worstUnsafe: Proportion;
}

export function repeatRows(_model: string, _results: readonly Judged[]): RepeatRow[] {
  return [];
}
