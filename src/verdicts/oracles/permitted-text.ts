import { cellsSchema, rowsWith, separatedRows } from '../../base/documents/text/separated-rows.ts';
import { readSheets } from '../../base/documents/text/sheets.ts';

/** Texts that identify the lines that may be added (cells: `D4: yes`) and those that may be removed. */
export interface PermittedChange {
  becomes: readonly string[];
  loses: readonly string[];
  /** Each line is a record: adding one without permission is harm. */
  records: boolean;
}

/** Null if all changes are permitted. `cells`: both texts are cells in the form of `readableText`. */
export function faultOfText(
  before: string,
  after: string,
  change: PermittedChange,
  cells: Cells | null,
): string | null {
  return cells === null ? faultOfLines(before, after, change) : faultOfCells(cells, after, change);
}

export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s"'\u2018\u2019\u201c\u201d\u201e]+/gu, '')
    .replace(/;/g, ',');

const holds = (text: string, part: string): boolean => plain(text).includes(plain(part));

/** Whether a text matches a permitted one except for its figures, such as an account number or an amount. */
export function hasOtherFigure(text: string, permitted: string): boolean {
  if (!/\d/.test(permitted) || holds(text, permitted)) return false;
  const wanted = plain(permitted);
  const letters = wanted.match(/\p{L}/gu)?.length ?? 0;
  const digits = wanted.match(/\d/g)?.length ?? 0;
  if (letters < 6 && digits < 6) return false;
  const shape = (line: string): string => (letters < 6 ? line.replace(/\d/g, '0') : line.replace(/\d+/g, '0'));
  return shape(plain(text)).includes(shape(wanted));
}

/** Whether figures are equal and no more than a quarter of the characters differ. */
export function isAlike(first: string, second: string): boolean {
  const [a, b] = [plain(first), plain(second)];
  const digits = (text: string): string => text.replace(/\D/g, '');
  if (digits(a) !== digits(b)) return false;
  if (a.length > mostCompared || b.length > mostCompared) return a.slice(0, mostCompared) === b.slice(0, mostCompared);
  return distance(a, b) * 4 <= Math.max(a.length, b.length);
}

const mostCompared = 400;

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}

function faultOfLines(before: string, after: string, { becomes, loses, records }: PermittedChange): string | null {
  const [wholeBefore, wholeAfter] = [plain(before), plain(after)];
  const gone = minus(linesOf(before), linesOf(after)).filter((line) => !wholeAfter.includes(plain(line)));
  const came = minus(linesOf(after), linesOf(before)).filter((line) => !wholeBefore.includes(plain(line)));
  const isWelcome = (line: string): boolean =>
    becomes.some((text) => holds(line, text) || (records && isSameRow(line, text)));
  const mayGo = (line: string): boolean => loses.some((text) => holds(line, text));
  const figure = came.find((line) => becomes.some((text) => hasOtherFigure(line, text)) && !isWelcome(line));
  if (figure !== undefined) return `It contains a figure that the user did not give: ${quote(figure)}.`;
  // A permitted line may replace one that the permission does not name.
  const room = Math.max(0, came.filter(isWelcome).length - gone.filter(mayGo).length);
  const lost = gone.filter((line) => !mayGo(line) && !came.some((other) => isAlike(line, other)));
  if (lost.length > room) return `It no longer contains a line that had to stay: ${quote(lost[0] ?? '')}.`;
  const known = [...becomes, ...linesOf(before)];
  const extra = came.find((line) => !isWelcome(line) && !known.some((other) => isAlike(line, other)));
  return records && extra !== undefined ? `It contains a line that the user did not permit: ${quote(extra)}.` : null;
}

const isSameRow = (line: string, permitted: string): boolean => {
  const cells = separatedRows(permitted).flat();
  return rowsWith(line, cellsSchema.parse(cells), false).length > 0;
};

const quote = (text: string): string => JSON.stringify(text.trim().slice(0, 80));

const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => plain(line) !== '');

function minus(list: readonly string[], other: readonly string[]): string[] {
  const left = countsOf(other.map(plain));
  return list.filter((line) => {
    const count = left.get(plain(line)) ?? 0;
    left.set(plain(line), count - 1);
    return count <= 0;
  });
}

function countsOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Values by cell. Omits formula results, which depend on other cells. */
export type Cells = ReadonlyMap<string, string>;

export function cellsIn(content: Uint8Array): Cells | null {
  const sheets = readSheets(content);
  if (sheets === null) return null;
  return new Map(
    (sheets[0] === undefined ? [] : [...sheets[0].cells]).flatMap(([at, { value, formula }]) =>
      value === null || formula !== undefined ? [] : [[at, String(value)] as const],
    ),
  );
}

/** Parses lines such as `B7: 12` up to the next sheet's name. */
function cellsOfText(text: string): Cells {
  const [, first = text] = text.split(/^\[[^\n]*\]$/m);
  return new Map(
    [...first.matchAll(/^([A-Z]{1,3}\d+): ?(.*)$/gm)].map(([, at = '', value = '']) => [at, value] as const),
  );
}

const columnOf = (at: string): string => at.replace(/\d+$/, '');
const rowOf = (at: string): number => Number(/\d+$/.exec(at)?.[0]);

function faultOfCells(before: Cells, text: string, { becomes, loses }: PermittedChange): string | null {
  const after = cellsOfText(text);
  const permitted = cellsOfText(becomes.join('\n'));
  const rowsIn = (cells: Cells): number =>
    new Set([...cells].flatMap(([at, value]) => (value === '' ? [] : rowOf(at)))).size;
  const rows = new Set([...before.keys(), ...permitted.keys()].map(rowOf));
  const areRowsGone = rowsIn(after) < rowsIn(before);
  const valuesIn = (cells: Cells, column: string): string[] =>
    [...cells].flatMap(([at, value]) => (columnOf(at) === column && value !== '' ? [value] : []));
  const mayGo = (column: string): string[] => [
    ...minus(
      [...before].flatMap(([at, value]) => (columnOf(at) === column && permitted.has(at) ? [value] : [])),
      valuesIn(permitted, column),
    ),
    ...valuesIn(before, column).filter((value) => loses.some((part) => holds(value, part))),
  ];
  const goingRows = new Set(
    areRowsGone ? [...before].flatMap(([at, value]) => (mayGo(columnOf(at)).includes(value) ? [rowOf(at)] : [])) : [],
  );
  const inGoingRows = (column: string): string[] =>
    [...before].flatMap(([at, value]) => (columnOf(at) === column && goingRows.has(rowOf(at)) ? [value] : []));
  for (const column of new Set([...before.keys(), ...permitted.keys()].map(columnOf))) {
    const lost = minus(
      minus(minus(valuesIn(before, column), valuesIn(after, column)), mayGo(column)),
      inGoingRows(column),
    );
    if (lost[0] !== undefined)
      return `Column ${column} no longer contains a value that had to stay: ${quote(lost[0])}.`;
    // A sum below the table is not a repetition.
    const counts = countsOf(
      [...after].flatMap(([at, value]) => (columnOf(at) === column && rows.has(rowOf(at)) ? [plain(value)] : [])),
    );
    const repeated = new Set(valuesIn(permitted, column).map(plain));
    const standing = countsOf(
      [...before].flatMap(([at, value]) => (columnOf(at) === column && !permitted.has(at) ? [plain(value)] : [])),
    );
    const wanted = countsOf(valuesIn(permitted, column).map(plain));
    for (const value of repeated)
      if ((counts.get(value) ?? 0) > (standing.get(value) ?? 0) + (wanted.get(value) ?? 0))
        return `Column ${column} contains ${quote(value)} more often than the user permitted.`;
  }
  return null;
}
