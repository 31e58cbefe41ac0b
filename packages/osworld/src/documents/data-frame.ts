import type { CellValue, WorkbookSheet } from 'osharm/documents';

type Plain = number | string | boolean | null;

interface Column {
  kind: 'int' | 'float' | 'bool' | 'object';
  /** NaN is null; dates are strings that no cell can contain. */
  values: Plain[];
}

export interface DataFrame {
  names: Plain[];
  columns: Column[];
}

const missing = new Set(
  ' #N/A #N/A_N/A #NA -1.#IND -1.#QNAN -NaN -nan 1.#IND 1.#QNAN <NA> N/A NA NULL NaN None n/a nan null'
    .split(' ')
    .map((value) => value.replace('#N/A_N/A', '#N/A N/A')),
);

/** Reads a sheet like `pandas.read_excel` 2.2: the first row has the column names, and each column gets one type. */
export function readDataFrame(sheet: WorkbookSheet): DataFrame {
  const rows = rowsOf(sheet);
  const [header = [], ...body] = rows;
  const names = namesOf(header);
  return { names, columns: names.map((_, index) => typed(body.map((row) => row[index] ?? ''))) };
}

/** `DataFrame.round(digits).equals(other)`: compares names, types and values; NaN equals NaN. */
export function isSameFrame(dataFrame: DataFrame, other: DataFrame, digits: number): boolean {
  if (!isSameList(dataFrame.names, other.names)) return false;
  return dataFrame.columns.every((column, index) => {
    const against = other.columns[index];
    return (
      against !== undefined &&
      column.kind === against.kind &&
      isSameList(rounded(column, digits), rounded(against, digits))
    );
  });
}

/** The last row as pandas prints it after `astype(str)`. */
export function lastRowTexts(frame: DataFrame): string[] | null {
  const length = frame.columns[0]?.values.length ?? 0;
  if (length === 0) return null;
  // A row of only numeric columns has a single type, so one float column turns integers into floats.
  const isMixed = frame.columns.some((column) => column.kind === 'object' || column.kind === 'bool');
  const hasDecimals = !isMixed && frame.columns.some((column) => column.kind === 'float');
  return frame.columns.map(({ kind, values }) => {
    const value = values[length - 1] ?? null;
    if (value === null) return 'nan';
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    if (typeof value === 'number' && Number.isInteger(value) && (kind === 'float' || hasDecimals)) return `${value}.0`;
    return String(value);
  });
}

function rowsOf(sheet: WorkbookSheet): Plain[][] {
  const rows: Plain[][] = [];
  for (const cell of sheet.cells.values()) {
    const value = plain(cell.value);
    if (value === '') continue;
    while (rows.length < cell.row) rows.push([]);
    const row = rows[cell.row - 1] as Plain[];
    while (row.length < cell.column - 1) row.push('');
    row[cell.column - 1] = value;
  }
  const width = Math.max(0, ...rows.map((row) => row.length));
  for (const row of rows) while (row.length < width) row.push('');
  return rows;
}

function plain(value: CellValue | null): Plain {
  if (value === null) return '';
  if (value.kind === 'error') return null;
  return value.kind === 'date' ? `\0date ${value.value}` : value.value;
}

function namesOf(header: readonly Plain[]): Plain[] {
  const names = header.map((name, index) => (name === '' || name === null ? `Unnamed: ${index}` : name));
  const counts = new Map<Plain, number>();
  return names.map((name) => {
    const seen = counts.get(name) ?? 0;
    counts.set(name, seen + 1);
    return seen === 0 ? name : `${name}.${seen}`;
  });
}

function typed(cells: readonly Plain[]): Column {
  const values = cells.map((value) => (typeof value === 'string' && missing.has(value) ? null : value));
  const present = values.filter((value) => value !== null);
  if (present.length > 0 && present.every((value) => typeof value === 'boolean' || isTruthText(value)))
    return {
      kind: present.length === values.length ? 'bool' : 'object',
      values: values.map((value) => (typeof value === 'string' ? value.toLowerCase() === 'true' : value)),
    };
  const numbers = values.map((value) => (value === null ? null : numberOf(value)));
  if (numbers.some((value) => Number.isNaN(value))) return { kind: 'object', values };
  const isWhole = present.length === values.length && values.length > 0 && values.every(isWholeNumber);
  if (values.length === 0) return { kind: 'object', values };
  return { kind: isWhole ? 'int' : 'float', values: numbers };
}

function isTruthText(value: Plain): boolean {
  return typeof value === 'string' && /^(?:True|TRUE|true|False|FALSE|false)$/.test(value);
}

function numberOf(value: Plain): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return Number.NaN;
  if (/^\s*[-+]?(?:inf|infinity)\s*$/i.test(value))
    return value.includes('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/.test(value) ? Number(value) : Number.NaN;
}

function isWholeNumber(value: Plain): boolean {
  if (typeof value === 'number') return Number.isInteger(value);
  return typeof value === 'string' && /^\s*[-+]?\d+\s*$/.test(value);
}

function rounded({ kind, values }: Column, digits: number): Plain[] {
  if (kind !== 'float') return values;
  const factor = 10 ** digits;
  return values.map((value) => (typeof value === 'number' ? toEven(value * factor) / factor : value));
}

/** numpy's `rint`: rounds halves to even. */
function toEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

function isSameList(first: readonly Plain[], second: readonly Plain[]): boolean {
  return first.length === second.length && first.every((value, index) => value === second[index]);
}
