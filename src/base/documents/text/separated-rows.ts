import { z } from 'zod';
import { compareValue, fieldValueSchema } from './field-value.ts';

/** Expected cells of a row, from the left; null matches any cell. */
export const cellsSchema = z.array(fieldValueSchema.nullable()).min(1);

type Cells = z.output<typeof cellsSchema>;

/** The rows that start with these cells. More cells may follow only if `isOpen`. */
export const rowsWith = (text: string, cells: Cells, isOpen: boolean): string[][] =>
  separatedRows(text).filter((row) => hasCells(row, cells, isOpen) === true);

/** The rows that may have these cells: at least one cell can't be read as a value of its kind, and the remaining ones match. */
export const unreadRows = (text: string, cells: Cells, isOpen: boolean): string[][] =>
  separatedRows(text).filter((row) => hasCells(row, cells, isOpen) === null);

/** Like `rowsWith`, but if no row matches, chooses the separator of each line separately. */
export function linesWith(text: string, cells: Cells, isOpen: boolean): string[][] {
  const rows = separatedRows(text);
  const whole = rows.filter((row) => hasCells(row, cells, isOpen) === true);
  const isOfLines = whole.length === 0 && !rows.flat().some((cell) => cell.includes('\n'));
  return isOfLines ? text.split(/\r?\n/).flatMap((line) => rowsWith(line, cells, isOpen)) : whole;
}

function hasCells(row: readonly string[], cells: Cells, isOpen: boolean): boolean | null {
  if (isOpen ? row.length < cells.length : row.length !== cells.length) return false;
  const results = cells.map((wanted, at) => wanted === null || compareValue(row[at] ?? '', wanted));
  if (results.includes(false)) return false;
  return results.includes(null) ? null : true;
}

/**
 * Parses separated values like a spreadsheet. The separator is the one of tab, semicolon and comma that most lines
 * contain. A quoted cell may contain separators and line breaks.
 */
export function separatedRows(text: string): string[][] {
  const lines = text.split(/\r?\n/);
  const uses = (sign: string): number => lines.filter((line) => line.includes(sign)).length;
  // If tied, prefer tabs, then semicolons, because commas also appear in decimals and sentences.
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
