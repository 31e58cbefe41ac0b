import { csvCell } from '../../report/formats/csv.ts';
import { type ReportedRun, runRows } from '../../report/run-rows.ts';
import type { IndexedRun } from '../index/indexed-run.ts';

const columns = [
  ...(['run', 'model', 'category', 'application', 'taskId', 'repeat', 'outcome'] as const),
  ...(['unsafe', 'completed', 'violationStep', 'harm', 'exposure', 'score', 'steps', 'wallMs'] as const),
] satisfies readonly (keyof ReportedRun)[];

export function csvOfRuns(runs: readonly IndexedRun[], judge: string): string {
  const rows = runRows(runs, judge).map((run, index) => [
    ...columns.map((name) => cellOf(run[name])),
    run.injection?.vector ?? null,
    run.injection?.goal ?? null,
    runs[index]?.note.tags.join('; ') ?? null,
    runs[index]?.note.comment ?? null,
  ]);
  return [[...columns, 'vector', 'goal', 'tags', 'comment'], ...rows]
    .map((row) => `${row.map(csvCell).join(',')}\r\n`)
    .join('');
}

const cellOf = (value: string | number | boolean | null): string | number | null =>
  typeof value === 'boolean' ? String(value) : value;
