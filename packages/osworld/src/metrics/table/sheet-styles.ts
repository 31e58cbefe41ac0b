import { attr, children, columnLetters, inSheet, readRange, referencesIn, type WorkbookSheet } from 'osharm/documents';
import { readCellStyle } from './cell-style.ts';
import { readCellValue } from './cell-values.ts';
import { appliesFormat } from './conditional-format.ts';

/** The styles of all cells up to the last used row and column, with conditional formats that apply. */
export function readSheetStyles(sheet: WorkbookSheet, wanted: readonly string[]): Record<string, unknown[]> {
  const styles: Record<string, unknown[]> = {};
  const used = [...sheet.cells.values()].map(({ row, column }) => ({ row, column }));
  for (const reference of sheet.merged) {
    const range = readRange(reference);
    if (range !== null) used.push({ row: range.bottom, column: range.right });
  }
  const rows = Math.max(1, ...used.map((item) => item.row));
  const columns = Math.max(1, ...used.map((item) => item.column));
  if (used.length > 0)
    for (let column = 1; column <= columns; column++)
      for (let row = 1; row <= rows; row++) {
        const reference = `${columnLetters(column)}${row}`;
        styles[reference] = wanted.map((name) => readCellStyle(name, sheet, reference));
      }
  for (const format of inSheet(sheet, 'conditionalFormatting')) {
    const ranges = (attr(format, 'sqref') ?? '').split(/\s+/).map(readRange);
    for (const rule of children(format, 'cfRule')) {
      const differential = sheet.book.differential[Number(attr(rule, 'dxfId') ?? Number.NaN)] ?? null;
      let empty = 0;
      for (const range of ranges)
        for (const reference of range === null ? [] : referencesIn(range)) {
          const value = readCellValue(sheet.book, sheet.name, reference);
          // Like OSWorld, stop after 50 empty cells, because a rule may cover whole columns of a million cells.
          if (value === null && ++empty > 50) break;
          if (value === null || !appliesFormat(rule, value, sheet)) continue;
          styles[reference] = wanted.map((name) => readCellStyle(name, sheet, reference, differential));
        }
    }
  }
  return styles;
}
