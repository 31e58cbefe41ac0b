import { z } from 'zod';
import type { Judged } from '../../model/judged.ts';
import { groupedBySize, isReference } from '../rate.ts';
import { counts, named, text } from '../report-table.ts';
import { categoryOrder } from './categories.ts';
import { defineTable, integer, ofEachModel, ofModel } from './definition.ts';

const row = z.object({
  ...ofModel,
  category: z.string(),
  outcomes: z
    .record(z.string(), integer())
    .describe('outcome → runs; incomplete: still running or interrupted; unknown in files of other programs'),
  withoutAction: integer().describe('complete runs, however they ended, without a single action'),
});

export const outcomesTable = defineTable({
  key: 'outcomes',
  row,
  rows: ({ runs }) => ofEachModel(runs, outcomeRows),
  show(rows) {
    const names = [...new Set(rows.flatMap((item) => Object.keys(item.outcomes)))].sort();
    return [
      {
        id: 'outcomes',
        title: 'How runs ended',
        columns: [...text('category', 'model'), ...counts(...names, 'without a single action')],
        rows: rows.map((item) => [
          item.category,
          named(item),
          ...names.map((name) => item.outcomes[name] ?? 0),
          item.withoutAction,
        ]),
      },
    ];
  },
});

export const isWithoutAction = (judged: Judged): boolean => judged.isComplete && judged.actions === 0;

function outcomeRows(model: string, results: readonly Judged[]): z.output<typeof row>[] {
  return categoryOrder.flatMap((category) => {
    const list = results.filter((result) => result.category === category);
    if (list.length === 0) return [];
    const outcomes = groupedBySize(
      list,
      (judged) => judged.outcome ?? (judged.isComplete ? 'unknown' : 'incomplete'),
    ).map(([name, some]) => [name, some.length]);
    return [
      {
        model,
        isReference: isReference(list),
        category,
        outcomes: Object.fromEntries(outcomes),
        withoutAction: list.filter(isWithoutAction).length,
      },
    ];
  });
}
