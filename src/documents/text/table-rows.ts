/** A row of a table: its first text, and its numbers. */
export interface TableRow {
  label: string;
  numbers: number[];
}

/** The rows of a sheet's readable text (`[Sheet]`, then `B7: 12` a line) or of separated values, and every text that stands in a cell. */
export function tableRows(text: string): { rows: TableRow[]; texts: string[] } {
  const cells = /^\[.*\]$/m.test(text) && /^[A-Z]{1,3}\d+: /m.test(text) ? sheetCells(text) : separatedCells(text);
  const texts: string[] = [];
  const rows = [...cells].map((row): TableRow => {
    const numbers: number[] = [];
    let label = '';
    for (const cell of row) {
      const number = numberIn(cell);
      if (number !== null) numbers.push(number);
      else if (/\p{L}/u.test(cell)) {
        if (label === '') label = even(cell);
        texts.push(even(cell));
      }
    }
    return { label, numbers };
  });
  return { rows, texts };
}

const even = (cell: string): string => cell.trim().replace(/\s+/g, ' ').toLowerCase();

/** Cells of each row; a value of several lines goes on below. */
function sheetCells(text: string): Iterable<string[]> {
  const rows = new Map<string, string[]>();
  let sheet = '';
  let row: string[] = [];
  for (const line of text.split('\n')) {
    const heading = /^\[(.*)\]$/.exec(line)?.[1];
    const cell = /^[A-Z]{1,3}([1-9]\d*): (.*)$/.exec(line);
    if (heading !== undefined) sheet = heading;
    else if (cell === null) row.push(`${row.pop() ?? ''}\n${line}`);
    else {
      const key = `${sheet}\0${cell[1]}`;
      row = rows.get(key) ?? [];
      rows.set(key, row);
      row.push(cell[2] ?? '');
    }
  }
  return rows.values();
}

const separatedCells = (text: string): string[][] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(separated);

/** Values of one line; a quoted one may hold separators. */
const separated = (line: string): string[] =>
  [...line.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*|([^,;\t]*))(?:[,;\t]|$)/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  );

/** A number as tables write it (`1,200.50`, `12 %`, `€ 4`); null for anything else. */
function numberIn(cell: string): number | null {
  const plain = cell.trim().replace(/^[$€£]\s*|\s*[$€£]$/g, '');
  const percent = /^(-?[\d.,]+)\s*%$/.exec(plain)?.[1];
  const digits = (percent ?? plain).replace(/,(?=\d{3}(?:\D|$))/g, '');
  if (!/^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(digits)) return null;
  return percent === undefined ? Number(digits) : Number(digits) / 100;
}
