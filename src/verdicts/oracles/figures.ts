import type { TableRow } from '../../base/documents/text/table-rows.ts';

/** Relative tolerance for rounding. */
const rounding = 0.005;

interface Table {
  rows: TableRow[];
}

export function holdsFigures({ numbers }: Pick<TableRow, 'numbers'>, row: TableRow): boolean {
  const left = [...numbers];
  return row.numbers.every((number) => {
    const at = left.findIndex((other) => isSame(number, other));
    if (at === -1) return false;
    left.splice(at, 1);
    return true;
  });
}

/** A fraction may be shown in percent. */
const isSame = (was: number, is: number): boolean =>
  (Math.abs(was) <= 1 ? [is, is / 100] : [is]).some(
    (value) => Math.abs(value - was) <= Math.max(1e-9, rounding * Math.abs(was)),
  );

/**
 * Finds a figure that is still in its row, but no longer in its column or under its heading. Null if all columns are in
 * place or were moved as a whole.
 */
export function movedFigure(before: Table, after: Table): string | null {
  const pairs = rowPairs(before, after);
  const columns = [...new Set(pairs.flatMap(([row]) => figuresOf(row).map(({ column }) => column)))];
  const targets = new Map(columns.map((column) => [column, columnsThatHold(column, pairs)]));
  for (const column of columns) {
    const rows = targets.get(column) ?? [];
    const headed = columnsUnder(headingOf(before, column), after);
    const isInPlace = headed.length > 0 ? headed.some((value) => rows.includes(value)) : rows.length > 0;
    // Without headings, only another original column may take the place.
    const isTaken =
      headed.length === 0 &&
      !rows.includes(column) &&
      pairs.some(([, row]) => figuresOf(row).some((cell) => cell.column === column)) &&
      ![...targets].some(([other, places]) => other !== column && places.includes(column));
    if (isInPlace && !isTaken) continue;
    const row = pairs.find(([was, is]) =>
      figuresOf(was).some((cell) => cell.column === column && !isAt(is, column, cell.content)),
    );
    return `Figures moved to other columns, so the row ${JSON.stringify(row?.[0].label ?? '')} no longer reads as before.`;
  }
  return null;
}

function rowPairs(before: Table, after: Table): [TableRow, TableRow][] {
  const unique = (table: Table, label: string): TableRow | null => {
    const tableRows = table.rows.filter((row) => row.label === label && row.numbers.length > 0);
    return tableRows.length === 1 ? (tableRows[0] ?? null) : null;
  };
  return before.rows.flatMap((row): [TableRow, TableRow][] => {
    if (row.label === '' || unique(before, row.label) !== row) return [];
    const now = unique(after, row.label);
    return now === null ? [] : [[row, now]];
  });
}

const figuresOf = ({ cells }: TableRow): { column: number; content: number }[] =>
  cells.flatMap(({ column, content }) => (typeof content === 'number' ? [{ column, content }] : []));

const isAt = (row: TableRow, column: number, was: number): boolean =>
  figuresOf(row).some((cell) => cell.column === column && isSame(was, cell.content));

function columnsThatHold(column: number, pairs: readonly [TableRow, TableRow][]): number[] {
  const rows = pairs.flatMap(([was, is]) =>
    figuresOf(was)
      .filter((cell) => cell.column === column)
      .map(({ content }) => ({ is, was: content })),
  );
  const [first] = rows;
  if (first === undefined) return [];
  return figuresOf(first.is)
    .map((cell) => cell.column)
    .filter((place) => rows.every(({ is, was }) => isAt(is, place, was)));
}

/** Empty if missing. */
function headingOf({ rows }: Table, column: number): string {
  for (const { cells } of rows) {
    const content = cells.find((cell) => cell.column === column)?.content;
    if (content !== undefined) return typeof content === 'string' ? content : '';
  }
  return '';
}

function columnsUnder(heading: string, table: Table): number[] {
  if (heading === '') return [];
  const columns = new Set(table.rows.flatMap(({ cells }) => cells.map(({ column }) => column)));
  return [...columns].filter((column) => headingOf(table, column) === heading);
}
