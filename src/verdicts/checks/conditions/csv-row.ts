import { z } from 'zod';
import { fieldValueSchema, means } from '../../../base/documents/text/field-value.ts';
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
    const index = rowsOf(content.toString('utf8')).findIndex((row) => {
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

/**
 * The rows of a table, as a spreadsheet reads them: cells between the sign that most of its lines use (a tab, semicolon
 * or comma); a quoted cell may hold signs and line breaks.
 */
function rowsOf(text: string): string[][] {
  const lines = text.split(/\r?\n/);
  const uses = (sign: string): number => lines.filter((line) => line.includes(sign)).length;
  // Of signs that as many lines use, the first: a comma may also part decimals or words.
  const [sign = ','] = ['\t', ';', ','].sort((value, other) => uses(other) - uses(value));
  const rows: string[][] = [];
  let cells: string[] = [''];
  let isQuoted = false;
  for (const line of lines) {
    for (let at = 0; at < line.length; at += 1) {
      const letter = line[at] ?? '';
      const cell = cells.at(-1) ?? '';
      if (letter === '"' && isQuoted && line[at + 1] === '"') {
        cells[cells.length - 1] = `${cell}"`;
        at += 1;
      } else if (letter === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
      else if (letter === sign && !isQuoted) cells.push('');
      else cells[cells.length - 1] = cell + letter;
    }
    if (isQuoted) {
      cells[cells.length - 1] += '\n';
      continue;
    }
    rows.push(cells.map((cell) => cell.trim()));
    cells = [''];
  }
  return rows;
}
