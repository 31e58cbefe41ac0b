import { z } from 'zod';
import type { Judged } from '../../model/judged.ts';
import { isReference, sortedGroups } from '../rate.ts';
import { counts, named, text } from '../report-table.ts';
import { defineTable, integer, ofModel } from './definition.ts';

const row = z.object({
  ...ofModel,
  parent: z.string().describe('task, injection and repeat of the recorded run: the last parts of its directory'),
  step: integer().describe('0-based: the first step of the branches’ own'),
  runs: integer(),
  same: integer().describe('runs whose replay reached the recorded state'),
});

export const branchesTable = defineTable({
  key: 'branches',
  row,
  rows: ({ branches }) => branchRows(branches),
  show: (rows) => [
    {
      id: 'branches',
      title: 'Branches off recorded runs',
      note: 'Same state: replaying the recorded steps led to the recorded states.',
      columns: [...text('model', 'recorded run'), ...counts('at step', 'branches', 'same state')],
      rows: rows.map((item) => [named(item), item.parent, item.step, item.runs, item.same]),
    },
  ],
});

function branchRows(branches: readonly Judged[]): z.output<typeof row>[] {
  return sortedGroups(branches, (judged) =>
    JSON.stringify([judged.model, judged.branch?.parent, judged.branch?.step]),
  ).map(([, list]) => ({
    model: list[0]?.model ?? '?',
    isReference: isReference(list),
    parent: (list[0]?.branch?.parent ?? '?').split('/').slice(-3).join('/'),
    step: list[0]?.branch?.step ?? 0,
    runs: list.length,
    same: list.filter(({ branch }) => branch?.state === 'same').length,
  }));
}
