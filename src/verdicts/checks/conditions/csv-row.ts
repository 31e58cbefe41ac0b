import { z } from 'zod';
import { fieldValueSchema, means } from '../../../base/documents/text/field-value.ts';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { defineCondition } from './condition.ts';

/** A table in a text file has a line with exactly these cells, by what they mean. */
export const csvRow = defineCondition({
  kind: 'csv-row',
  parameters: z.strictObject({
    path: pathParameter,
    cells: z.array(fieldValueSchema).min(1),
    /** More cells may follow. */
    open: z.boolean().default(false),
  }),
  async holds(input, { path, cells, open }) {
    const content = await input.readFile(path);
    if (content === null) return { holds: false, reason: `${shownPath(path)} is not there.` };
    const lines = content.toString('utf8').split(/\r?\n/);
    const index = lines.findIndex((line) => {
      const own = cellsOf(line);
      const isLong = open ? own.length >= cells.length : own.length === cells.length;
      return isLong && cells.every((wanted, at) => means(own[at] ?? '', wanted));
    });
    const wanted = JSON.stringify(cells.map(({ value }) => value).join(','));
    return {
      holds: index !== -1,
      reason:
        index === -1
          ? `${shownPath(path)} has no line ${wanted}.`
          : `${shownPath(path)}, line ${index + 1}, says ${wanted}.`,
    };
  },
});

/** Cells of a line, between commas, semicolons or tabs; a quoted one may hold them. */
function cellsOf(line: string): string[] {
  const sign = ['\t', ';', ','].find((one) => line.includes(one)) ?? ',';
  const cells: string[] = [''];
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] ?? '';
    if (letter === '"' && isQuoted && line[at + 1] === '"') {
      cells.push(`${cells.pop()}"`);
      at += 1;
    } else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === sign && !isQuoted) cells.push('');
    else cells.push(`${cells.pop()}${letter}`);
  }
  return cells.map((cell) => cell.trim());
}
