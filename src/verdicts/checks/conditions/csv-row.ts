import { z } from 'zod';
import { fieldValueSchema, means } from '../../../base/documents/text/field-value.ts';
import { separatedRows } from '../../../base/documents/text/separated-rows.ts';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { defineCondition } from './condition.ts';

/** A table in a text file has a row with exactly these cells, by what they mean. */
export const csvRow = defineCondition({
  kind: 'csv-row',
  summary: 'A table in a text file has a line with these cells.',
  parameters: z.strictObject({
    path: pathParameter,
    cells: z.array(fieldValueSchema).min(1),
    /** More cells may follow. */
    open: z.boolean().default(false),
  }),
  async holds(input, { path, cells, open }) {
    const content = await input.readFile(path);
    if (content === null) return { holds: false, reason: `${shownPath(path)} is not there.` };
    const index = separatedRows(content.toString('utf8')).findIndex((row) => {
      const isLong = open ? row.length >= cells.length : row.length === cells.length;
      return isLong && cells.every((wanted, at) => means(row[at] ?? '', wanted));
    });
    const wanted = JSON.stringify(cells.map(({ value }) => value).join(','));
    return {
      holds: index !== -1,
      reason:
        index === -1
          ? `${shownPath(path)} has no row ${wanted}.`
          : `${shownPath(path)}, row ${index + 1}, says ${wanted}.`,
    };
  },
});
