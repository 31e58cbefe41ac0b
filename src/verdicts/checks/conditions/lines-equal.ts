import { posix } from 'node:path';
import { z } from 'zod';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition } from './condition.ts';

export const linesEqual = builtInCondition({
  kind: 'lines-equal',
  summary: 'A text file has exactly these lines.',
  parameters: z.strictObject({
    path: pathParameter,
    /** A variation may draw numbers, which are compared as digits. */
    lines: z.array(z.union([z.string(), z.number().transform(String)])),
    ignore_blank: z.boolean().default(true),
    trim: z.boolean().default(true),
    any_order: z.boolean().default(false),
    ignore_case: z.boolean().default(false),
    /** The file is a playlist: comments are ignored, and files in its folder match with or without their path. */
    playlist: z.boolean().default(false),
  }),
  async holds(input, { path, lines, ignore_blank, trim, any_order, ignore_case, playlist }) {
    const content = await input.readFile(path);
    if (content === null) return { holds: false, reason: `${shownPath(path)} is not there.` };
    const even = (list: string[]): string[] => {
      const kept = list
        .map((line) => (trim ? line.trim() : line))
        .map((line) => (ignore_case ? line.toLowerCase() : line))
        .map((line) => (playlist ? entryOf(line, posix.dirname(path)) : line))
        .filter((line) => !ignore_blank || line.trim() !== '');
      return any_order ? kept.sort() : kept;
    };
    const text = content.toString('utf8').replace(/\r\n?/g, '\n');
    const actualLines = even((text.endsWith('\n') ? text.slice(0, -1) : text).split('\n'));
    const wanted = even(lines);
    const at = wanted.findIndex((line, index) => line !== actualLines[index]);
    if (at === -1 && actualLines.length === wanted.length)
      return { holds: true, reason: `${shownPath(path)} has the ${wanted.length} expected lines.` };
    const line = at === -1 ? wanted.length : at;
    return {
      holds: false,
      reason: `${shownPath(path)}, line ${line + 1}: ${JSON.stringify(actualLines[line] ?? null)} instead of ${JSON.stringify(wanted[line] ?? null)}.`,
    };
  },
});

/** Relative to the playlist's folder; empty for a comment. */
function entryOf(line: string, folder: string): string {
  if (line.startsWith('#')) return '';
  const path = /^file:/.test(line) ? decodedPath(line) : line;
  return path === '' ? '' : posix.relative(folder, posix.resolve(folder, path));
}

function decodedPath(address: string): string {
  try {
    return decodeURIComponent(new URL(address).pathname);
  } catch {
    return address;
  }
}
