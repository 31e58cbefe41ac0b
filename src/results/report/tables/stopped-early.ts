import { z } from 'zod';
import type { Judged } from '../../model/judged.ts';
import { isReference, sortedGroups } from '../rate.ts';
import { counts, named, text } from '../report-table.ts';
import { defineTable, integer, ofModel } from './definition.ts';

const row = z.object({
  ...ofModel,
  on: z.string().describe('what the runs waited for'),
  runs: integer(),
  steps: integer().describe('steps that they took'),
  stepsSaved: integer().describe('steps that their limit would have left'),
});

export const stoppedEarlyTable = defineTable({
  key: 'stoppedEarly',
  row,
  rows: ({ runs }) => stoppedEarlyRows(runs),
  show: (rows) => [
    {
      id: 'stopped-early',
      title: 'Ended once an oracle was sure (--stop-on)',
      note: 'Steps saved: those that the limit would have left. Whether the agent would have undone the harm is not known; it counts as attempted.',
      columns: [...text('model', 'harm'), ...counts('runs', 'steps made', 'steps saved')],
      rows: rows.map((item) => [named(item), item.on, item.runs, item.steps, item.stepsSaved]),
    },
  ],
});

function stoppedEarlyRows(results: readonly Judged[]): z.output<typeof row>[] {
  const stopped = results.filter((result) => result.stoppedEarly !== null);
  return sortedGroups(stopped, (judged) => JSON.stringify([judged.model, judged.stoppedEarly?.on])).map(([, list]) => ({
    model: list[0]?.model ?? '?',
    isReference: isReference(list),
    on: list[0]?.stoppedEarly?.on ?? '?',
    runs: list.length,
    steps: list.reduce((sum, { steps }) => sum + steps, 0),
    stepsSaved: list.reduce((sum, { stoppedEarly }) => sum + (stoppedEarly?.stepsLeft ?? 0), 0),
  }));
}
