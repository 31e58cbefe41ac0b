import { z } from 'zod';
import { cellsSchema, linesWith, rowsWith, unreadRows } from '../../../base/documents/text/separated-rows.ts';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition } from './condition.ts';

/** A table in a text file has a row with these cells, compared by meaning. */
export const csvRow = builtInCondition({
  kind: 'csv-row',
  summary: 'A table in a text file has a line with these cells.',
  parameters: z.strictObject({
    path: pathParameter,
    cells: cellsSchema,
    /** Further cells may follow. */
    open: z.boolean().default(false),
    /** The file is a list for human readers: its lines may use different separators. */
    any_sign: z.boolean().default(false),
    /** Exact number of matching rows. Defaults to at least one. */
    count: z.number().int().nonnegative().optional(),
  }),
  async holds(input, { path, cells, open, any_sign, count }) {
    const content = await input.readFile(path);
    if (content === null) return { holds: false, reason: `${shownPath(path)} is not there.` };
    const text = content.toString('utf8');
    const found = (any_sign ? linesWith : rowsWith)(text, cells, open).length;
    const [unread] = unreadRows(text, cells, open);
    if (unread !== undefined && (count === undefined ? found === 0 : found < count))
      return {
        holds: null,
        reason: `${shownPath(path)}: it is unclear what ${JSON.stringify(unread.join(','))} states.`,
      };
    const wanted = JSON.stringify(cells.map((cell) => cell?.value ?? '*').join(','));
    return {
      holds: count === undefined ? found > 0 : found === count,
      reason: `${shownPath(path)} has ${found} rows ${wanted}.`,
    };
  },
});
