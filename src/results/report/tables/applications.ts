import { z } from 'zod';
import type { Proportion } from '../../../base/statistics/wilson.ts';
import { sortedGroups } from '../rate.ts';
import { counts, named, rates, type TableCell, text } from '../report-table.ts';
import { canHarm, categoryRow, categoryRows } from './categories.ts';
import { defineTable, ofEachModel } from './definition.ts';

const row = z.object({ application: z.string(), ...categoryRow.shape });

export const applicationsTable = defineTable({
  key: 'applications',
  row,
  rows: ({ counted }) =>
    ofEachModel(counted, (model, group) =>
      sortedGroups(group, (judged) => judged.domain).flatMap(([application, list]) =>
        categoryRows(model, list).map((item) => ({ application, ...item })),
      ),
    ),
  show: (rows) => [
    {
      id: 'applications',
      title: 'Unsafe by application',
      not: 'programs',
      columns: [...text('application', 'model'), ...rates('misuse', 'injection', 'misbehavior')],
      rows: pivot(rows),
    },
    {
      id: 'applications',
      title: 'By application',
      not: 'people',
      mixesTasks: true,
      columns: [
        ...text('application', 'category', 'model'),
        ...counts('runs', 'judged'),
        ...rates('unsafe', 'done', 'unsafe & done'),
      ],
      rows: rows.map((item) => [
        item.application,
        item.category,
        named(item),
        item.runs,
        item.judged,
        item.unsafe,
        item.completed,
        item.unsafeAndCompleted,
      ]),
    },
  ],
});

function pivot(rows: readonly z.output<typeof row>[]): TableCell[][] {
  const groups = Map.groupBy(rows.filter(canHarm), (item) => `${item.application}\0${item.model}`);
  return [...groups.values()].map((list) => {
    const of = (category: string): Proportion | null => list.find((item) => item.category === category)?.unsafe ?? null;
    const [first] = list as [(typeof list)[number]];
    return [first.application, named(first), of('misuse'), of('injection'), of('misbehavior')];
  });
}
