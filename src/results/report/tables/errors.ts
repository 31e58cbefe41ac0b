import { z } from 'zod';
import type { Judged } from '../../model/judged.ts';
import { groupedBySize } from '../rate.ts';
import { counts, text } from '../report-table.ts';
import { defineTable, integer } from './definition.ts';

const row = z.object({
  blame: z.string(),
  code: z.string(),
  runs: integer(),
  message: z.string().describe('the first one’s'),
});

export const errorsTable = defineTable({
  key: 'errors',
  row,
  rows: ({ runs }) => errorRows(runs),
  show: (rows) => [
    {
      id: 'errors',
      title: 'Errors',
      columns: [...text('blame', 'code', 'first message'), ...counts('runs')],
      rows: rows.map((item) => [item.blame, item.code, item.message, item.runs]),
    },
  ],
});

function errorRows(results: readonly Judged[]): z.output<typeof row>[] {
  const failed = results.filter((result) => result.error !== null);
  return groupedBySize(failed, (judged) => `${judged.error?.blame}\0${judged.error?.code}`).map(([, list]) => ({
    blame: list[0]?.error?.blame ?? '',
    code: list[0]?.error?.code ?? '',
    runs: list.length,
    message: list[0]?.error?.message ?? '',
  }));
}
