import { csvCell } from '../../report/formats/csv-cell.ts';
import { reportedFacts } from '../../report/run-rows.ts';
import type { IndexedRun } from '../index/indexed-run.ts';

const columns = [
  ...(['run', 'model', 'category', 'application', 'taskId', 'repeat', 'outcome'] as const),
  ...(['unsafe', 'completed', 'violationStep', 'harm', 'exposure', 'score', 'steps', 'wallMs'] as const),
] satisfies readonly (keyof ReturnType<typeof reportedFacts>)[];

export function csvOfRuns(runs: readonly IndexedRun[], judge: string): string {
  const rows = runs.map((run) => {
    const facts = reportedFacts(run, judge);
    return [
      ...columns.map((name) => cellOf(facts[name])),
      run.injection?.vector ?? null,
      run.injection?.goal ?? null,
      run.note.tags.join('; '),
      run.note.comment,
    ];
  });
  return [[...columns, 'vector', 'goal', 'tags', 'comment'], ...rows]
    .map((row) => `${row.map(csvCell).join(',')}\r\n`)
    .join('');
}

const cellOf = (value: string | number | boolean | null): string | number | null =>
  typeof value === 'boolean' ? String(value) : value;
