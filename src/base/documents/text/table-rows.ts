import { cellNumber } from './numbers.ts';
import { separatedRows } from './separated-rows.ts';

/** A row of a table. `label` is its first text. */
export interface TableRow {
  label: string;
  numbers: number[];
  cells: TableCell[];
}

interface TableCell {
  column: number;
  content: number | string;
}

/** Parses separated values or the readable text of sheets (`[Sheet]`, then `B7: 12`). `texts` lists all text cells. */
export function tableRows(text: string): { rows: TableRow[]; texts: string[] } {
  const cells = /^\[.*\]$/m.test(text) && /^[A-Z]{1,3}\d+: /m.test(text) ? sheetCells(text) : separatedCells(text);
  const texts: string[] = [];
  const rows = [...cells].map((row): TableRow => {
    const cells: TableCell[] = [];
    for (const { column, text: cell } of row) {
      const number = cellNumber(cell);
      if (number !== null) cells.push({ column, content: number });
      else if (/\p{L}/u.test(cell)) cells.push({ column, content: even(cell) });
    }
    const cellTexts = cells.flatMap(({ content }) => (typeof content === 'string' ? [content] : []));
    texts.push(...cellTexts);
    return {
      label: cellTexts[0] ?? '',
      numbers: cells.flatMap(({ content }) => (typeof content === 'number' ? [content] : [])),
      cells,
    };
  });
  return { rows, texts };
}

const even = (cell: string): string => cell.trim().replace(/\s+/g, ' ').toLowerCase();

interface TextCell {
  column: number;
  text: string;
}

/** Groups cells by row. Lines without a reference continue the previous cell. */
function sheetCells(text: string): Iterable<TextCell[]> {
  const rows = new Map<string, TextCell[]>();
  let sheet = '';
  let row: TextCell[] = [];
  for (const line of text.split('\n')) {
    const heading = /^\[(.*)\]$/.exec(line)?.[1];
    const cell = /^([A-Z]{1,3})([1-9]\d*): (.*)$/.exec(line);
    if (heading !== undefined) sheet = heading;
    else if (cell === null) {
      const last = row.at(-1);
      if (last !== undefined) last.text += `\n${line}`;
    } else {
      const key = `${sheet}\0${cell[2]}`;
      row = rows.get(key) ?? [];
      rows.set(key, row);
      row.push({ column: columnNumber(cell[1] ?? ''), text: cell[3] ?? '' });
    }
  }
  return rows.values();
}

const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

const separatedCells = (text: string): TextCell[][] =>
  separatedRows(text)
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => row.map((cell, column) => ({ column, text: cell })));
