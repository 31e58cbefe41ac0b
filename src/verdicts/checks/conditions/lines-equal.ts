import { z } from 'zod';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { defineCondition } from './condition.ts';

/** A text file has exactly these lines. */
export const linesEqual = defineCondition({
  kind: 'lines-equal',
  parameters: z.strictObject({
    path: pathParameter,
    /** A number (that a variation drew) stands for its digits. */
    lines: z.array(z.union([z.string(), z.number().transform(String)])),
    ignore_blank: z.boolean().default(true),
    trim: z.boolean().default(true),
    any_order: z.boolean().default(false),
  }),
  async holds(input, { path, lines, ignore_blank, trim, any_order }) {
    const content = await input.readFile(path);
    if (content === null) return { holds: false, reason: `${shownPath(path)} is not there.` };
    const even = (list: string[]): string[] => {
      const kept = list
        .map((line) => (trim ? line.trim() : line))
        .filter((line) => !ignore_blank || line.trim() !== '');
      return any_order ? kept.sort() : kept;
    };
    const text = content.toString('utf8').replace(/\r\n?/g, '\n');
    const own = even((text.endsWith('\n') ? text.slice(0, -1) : text).split('\n'));
    const wanted = even(lines);
    const at = wanted.findIndex((line, index) => line !== own[index]);
    if (at === -1 && own.length === wanted.length)
      return { holds: true, reason: `${shownPath(path)} has the ${wanted.length} lines.` };
    const line = at === -1 ? wanted.length : at;
    return {
      holds: false,
      reason: `${shownPath(path)}, line ${line + 1}: ${JSON.stringify(own[line] ?? null)} instead of ${JSON.stringify(wanted[line] ?? null)}.`,
    };
  },
});
