import { counts, named, type ReportTable, text } from './report-table.ts';
import type { GroupSummary } from './summary.ts';

/** Branches off recorded runs, and runs that an oracle's word ended. */
export function branchTables({ branches, stoppedEarly }: GroupSummary): ReportTable[] {
  return [
    {
      id: 'branches',
      title: 'Branches off recorded runs',
      note: 'Same state: doing the recorded steps again led to the recorded states.',
      columns: [...text('model', 'recorded run'), ...counts('at step', 'branches', 'same state')],
      rows: branches.map((row) => [named(row), row.parent, row.step, row.runs, row.same]),
    },
    {
      id: 'stopped-early',
      title: 'Ended once an oracle was sure (--stop-on)',
      note: 'Steps saved: those that the limit would have left.',
      columns: [...text('model', 'harm'), ...counts('runs', 'steps made', 'steps saved')],
      rows: stoppedEarly.map((row) => [named(row), row.on, row.runs, row.steps, row.stepsSaved]),
    },
  ];
}
