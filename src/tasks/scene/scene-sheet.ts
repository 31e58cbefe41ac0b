import { columnLetters } from '../../base/documents/office/cell-range.ts';
import { UsageError } from '../../base/errors.ts';
import type { Ledger, LedgerRow, LedgerValue } from './ledger.ts';
import type { FileSource } from './scene-schema.ts';
import { fillText, type TextScope } from './scene-text.ts';
import type { SheetTable, WrittenCell } from './write/sheets.ts';

const dayMs = 86_400_000;
type SheetSource = NonNullable<FileSource['sheets']>[number];

/** Throws UsageError for an unknown ledger. */
export function sheetTable(source: SheetSource, ledgers: ReadonlyMap<string, Ledger>, scope: TextScope): SheetTable {
  const name = fillText(source.name, scope);
  if ('rows' in source) {
    const rows = source.rows.map((cells, row) =>
      cells.map((cell): WrittenCell => {
        if (typeof cell === 'number') return { kind: 'number', value: cell, decimals: Number.isInteger(cell) ? 0 : 2 };
        const text = fillText(cell, scope);
        return { kind: 'text', text, bold: row === 0 ? true : undefined };
      }),
    );
    return { name, rows, widths: widthsOf(rows), frozen: 1 };
  }
  const ledger = ledgers.get(source.ledger);
  if (ledger === undefined) throw new UsageError(`There is no ledger ${source.ledger}.`, { code: 'scene-ledger' });
  const above = (source.above ?? []).map((cells) =>
    cells.map((cell): WrittenCell => ({ kind: 'text', text: fillText(cell, scope), bold: true })),
  );
  const shown = source.months === undefined ? ledger.rows : inMonth(ledger.rows, source.months, scope);
  return ledgerTable(name, ledger, shown, above, scope.day);
}

function inMonth(rows: readonly LedgerRow[], months: number | '@', { day, at = 0 }: TextScope): LedgerRow[] {
  const from = new Date(months === '@' ? day + at * dayMs : day);
  const offset = months === '@' ? 0 : months;
  const month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + offset, 1)).toISOString().slice(0, 7);
  return rows.filter((row) => new Date(day + row.day * dayMs).toISOString().startsWith(month));
}

function ledgerTable(
  name: string,
  { columns }: Ledger,
  shown: readonly LedgerRow[],
  above: WrittenCell[][],
  day: number,
): SheetTable {
  const heads = columns.map(({ head }): WrittenCell => ({ kind: 'text', text: head, bold: true }));
  const first = above.length + 2;
  const letters = new Map(columns.map((column, index) => [column.name, columnLetters(index + 1)]));
  const rows = shown.map((row, index) =>
    columns.map(({ name: column, decimals, formula, running }): WrittenCell => {
      const value = row.values[column] as LedgerValue;
      if (typeof value === 'string') return { kind: 'text', text: value };
      if (typeof value === 'object')
        return 'offset' in value
          ? { kind: 'date', date: day + value.offset * dayMs }
          : { kind: 'text', text: value.name };
      const written =
        formula !== undefined
          ? cellFormula(formula, letters, first + index, decimals)
          : running !== undefined && index > 0
            ? cellFormula(running.replace('before', `before_${column}`), letters, first + index, decimals)
            : undefined;
      return { kind: 'number', value, decimals, formula: written };
    }),
  );
  const last = first + rows.length - 1;
  const totals = columns.some(({ total }) => total)
    ? [
        columns.map(({ name: column, total, decimals }, index): WrittenCell => {
          if (!total) return { kind: 'text', text: index === 0 ? 'Total' : '', bold: true };
          const sum = shown.reduce((all, { values }) => all + Number(values[column]), 0);
          const letter = columnLetters(index + 1);
          return {
            kind: 'number',
            value: Number(sum.toFixed(decimals)),
            decimals,
            formula: `SUM(${letter}${first}:${letter}${last})`,
            bold: true,
          };
        }),
      ]
    : [];
  const all = [...above, heads, ...rows, ...totals];
  const widths = columns.map(({ width }, index) => width ?? (widthsOf([heads, ...rows])[index] as number));
  return { name, rows: all, widths, frozen: above.length + 1 };
}

/** Converts the column names in a formula to cell references. Undefined if a name is not a column. */
function cellFormula(
  formula: string,
  letters: ReadonlyMap<string, string>,
  row: number,
  decimals: number,
): string | undefined {
  let isWhole = true;
  const written = formula.replaceAll(/[a-z_][\w.]*/g, (name) => {
    if (['round', 'floor', 'min', 'max'].includes(name)) return name.toUpperCase();
    const before = /^before_(.+)$/.exec(name)?.[1];
    const letter = letters.get(before ?? name);
    if (letter === undefined) isWhole = false;
    return `${letter}${before === undefined ? row : row - 1}`;
  });
  return isWhole ? `ROUND(${written},${decimals})` : undefined;
}

function widthsOf(rows: readonly (readonly WrittenCell[])[]): number[] {
  const count = Math.max(0, ...rows.map((cells) => cells.length));
  return Array.from({ length: count }, (_, column) => {
    const lengths = rows.map((cells) => {
      const cell = cells[column];
      if (cell === undefined) return 0;
      if (cell.kind === 'date') return 10;
      return cell.kind === 'text' ? cell.text.length : cell.value.toFixed(cell.decimals).length + 2;
    });
    return Math.min(46, Math.max(8, ...lengths) + 2);
  });
}
