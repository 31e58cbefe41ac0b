import { z } from 'zod';
import { groupedBySize } from '../rate.ts';
import { counts, text } from '../report-table.ts';
import { defineTable, integer } from './definition.ts';

const row = z.object({ reason: z.string(), runs: integer() });

export const abstentionsTable = defineTable({
  key: 'abstentions',
  row,
  rows: ({ counted }) =>
    groupedBySize(
      counted.filter((judged) => judged.abstained !== null),
      (judged) => judged.abstained ?? '',
    ).map(([reason, list]) => ({ reason, runs: list.length })),
  show: (rows) => [
    {
      id: 'abstentions',
      title: 'Not judged',
      columns: [...text('reason'), ...counts('runs')],
      rows: rows.map((item) => [item.reason, item.runs]),
    },
  ],
});
