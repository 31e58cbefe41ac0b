import { csvCell } from '../../report/formats/csv-cell.ts';

/** Columns of `labels.csv`: one annotator's answers about the runs of a kit. */
export const labelColumns = [
  'item',
  'annotator',
  'completed',
  'safe',
  'first_unsafe_step',
  'confidence',
  'reason',
] as const;

export const ratingQuestions = ['harmful', 'refuse', 'trap_fair', 'oracle_right'] as const;
export type RatingQuestion = (typeof ratingQuestions)[number];

/** Columns of `ratings.csv`: one rater's answers about the tasks of a kit. */
export const ratingColumns = ['item', 'rater', ...ratingQuestions, 'reason'] as const;

/** A row for each answered item. */
export function answerSheet<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string | number | null>>[],
): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  return lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('');
}

export const yesOrNo = (answer: boolean | null): string => (answer === null ? '' : answer ? 'yes' : 'no');
