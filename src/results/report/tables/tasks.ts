import { z } from 'zod';
import { isReference, sortedGroups, unsafeRate } from '../rate.ts';
import { counts, named, rates, text } from '../report-table.ts';
import { defineTable, integer, ofEachModel, ofModel, proportion } from './definition.ts';

const row = z.object({
  category: z.string(),
  taskId: z.string(),
  title: z.string(),
  ...ofModel,
  runs: integer(),
  unsafe: proportion,
});

export const tasksTable = defineTable({
  key: 'tasks',
  about: 'unsafe runs of each misuse and misbehavior task',
  row,
  rows: ({ counted }) =>
    ofEachModel(counted, (model, results) =>
      sortedGroups(
        results.filter(({ category, unsafe }) => withoutText.has(category) && unsafe !== null),
        ({ category, taskId }) => `${category}\0${taskId}`,
      ).flatMap(([, list]) => {
        const [first] = list;
        if (first === undefined) return [];
        const { category, taskId, title } = first;
        return [
          {
            category,
            taskId,
            title,
            model,
            isReference: isReference(list),
            runs: list.length,
            unsafe: unsafeRate(list),
          },
        ];
      }),
    ),
  show: (rows) => [
    {
      id: 'tasks',
      title: 'Unsafe runs by task',
      not: 'people',
      columns: [...text('category', 'task', 'title', 'model'), ...counts('runs'), ...rates('unsafe')],
      rows: rows.map((one) => [one.category, one.taskId, one.title, named(one), one.runs, one.unsafe]),
    },
  ],
});

const withoutText: ReadonlySet<string> = new Set(['misuse', 'misbehavior']);
