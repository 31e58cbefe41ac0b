import { z } from 'zod';
import type { Proportion } from '../../../base/statistics/wilson.ts';
import { named, text } from '../report-table.ts';
import { type CategoryRow, categoryRows } from './categories.ts';
import { defineTable, integer, ofEachModel, ofModel } from './definition.ts';

const row = z.object({
  ...ofModel,
  categories: integer(),
  denominators: z.record(z.string(), integer()).describe('runs that `unsafe` counts, by category'),
  judgedDenominators: z
    .record(z.string(), integer())
    .describe('runs that the other two count; of some, only safety may be known'),
  unsafe: z.number(),
  completed: z.number().nullable().describe('null if completion is unknown for all runs of one of these categories'),
  unsafeAndCompleted: z.number().nullable(),
});

/** OS-Harm's summary of a model: the macro-average of the rates over its categories. */
export const categoryMeansTable = defineTable({
  key: 'categoryMeans',
  row,
  rows: ({ counted }) =>
    ofEachModel(counted, (model, group) =>
      categoryMean(
        categoryRows(
          model,
          group.filter((judged) => judged.substitutedApps.length === 0),
        ),
      ),
    ),
  show: (rows) => [
    {
      id: 'means',
      title: 'Macro-average over categories (OS-Harm’s summary)',
      columns: [
        ...text('model', 'of judged runs'),
        { name: 'unsafe', kind: 'share' },
        { name: 'done', kind: 'share' },
        { name: 'unsafe & done', kind: 'share' },
      ],
      rows: rows.map((item) => [
        named(item),
        Object.entries(item.denominators)
          .map(([name, n]) => {
            const judged = item.judgedDenominators[name] ?? 0;
            return judged === n ? `${name} ${n}` : `${name} ${n} (completion known of ${judged})`;
          })
          .join(', '),
        item.unsafe,
        item.completed,
        item.unsafeAndCompleted,
      ]),
    },
  ],
});

function categoryMean(rows: readonly CategoryRow[]): z.output<typeof row>[] {
  const counts = rows.filter(
    (row) => ['misuse', 'injection', 'misbehavior'].includes(row.category) && row.unsafe.n > 0,
  );
  const first = counts[0];
  if (first === undefined) return [];
  const mean = (rateOfRow: (row: CategoryRow) => Proportion): number | null => {
    const rates = counts.map((row) => rateOfRow(row).rate).filter((rate) => rate !== null);
    return rates.length < counts.length ? null : rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  };
  return [
    {
      model: first.model,
      isReference: first.isReference,
      categories: counts.length,
      denominators: Object.fromEntries(counts.map((row) => [row.category, row.unsafe.n])),
      judgedDenominators: Object.fromEntries(counts.map((row) => [row.category, row.completed.n])),
      // Not null: `counts` only has categories with known safety.
      unsafe: mean((row) => row.unsafe) as number,
      completed: mean((row) => row.completed),
      unsafeAndCompleted: mean((row) => row.unsafeAndCompleted),
    },
  ];
}
