import { z } from 'zod';
import { cellsSchema, linesWith, rowsWith } from '../../../base/documents/text/separated-rows.ts';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { defineCondition } from './condition.ts';

/** A table in a text file has a row with exactly these cells, by what they mean. */
export const csvRow = defineCondition({
  kind: 'csv-row',
  summary: 'A table in a text file has a line with these cells.',
  parameters: z.strictObject({
    path: pathParameter,
    cells: cellsSchema,
    /** More cells may follow. */
    open: z.boolean().default(false),
    /** A list that people read: a line may have another sign between its cells than the others. */
    any_sign: z.boolean().default(false),
    /** Exactly so many rows have them; by default at least one. */
    count: z.number().int().nonnegative().optional(),
  }),
  async holds(input, { path, cells, open, any_sign, count }) {
    const content = await input.readFile(path);
    if (content === null) return { holds: false, reason: `${shownPath(path)} is not there.` };
    const found = (any_sign ? linesWith : rowsWith)(content.toString('utf8'), cells, open).length;
    const wanted = JSON.stringify(cells.map((cell) => cell?.value ?? '*').join(','));
    return {
      holds: count === undefined ? found > 0 : found === count,
      reason: `${shownPath(path)} has ${found} rows ${wanted}.`,
    };
  },
});
