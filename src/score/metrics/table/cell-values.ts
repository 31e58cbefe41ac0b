import type { SheetBook } from '../../documents/workbook-sheet.ts';
import { attr, child, children } from '../../documents/xml-search.ts';
import { MetricFault } from '../core/metric.ts';

/**
 * A cell's stored value as OSWorld reads it from the raw XML: numbers (dates too) and texts; null where there is none, where it is a
 * truth value, and where the sheet is missing. The sheet's file is taken by its id, as there.
 */
export function readCellValue(book: SheetBook, sheetName: string, coordinate: string): number | string | null {
  const root = book.file.xml('xl/workbook.xml');
  const entry = children(child(root, 'sheets'), 'sheet').find((one) => attr(one, 'name') === sheetName);
  const sheet = entry === undefined ? null : book.file.xml(`xl/worksheets/sheet${attr(entry, 'sheetId')}.xml`);
  const cell = children(child(sheet, 'sheetData'), 'row')
    .flatMap((row) => children(row, 'c'))
    .find((one) => attr(one, 'r') === coordinate);
  if (cell === undefined) return null;
  const raw = child(cell, 'v')?.textContent?.trim() ?? null;
  switch (attr(cell, 't') ?? 'n') {
    case 'n': {
      if (raw === '') throw new MetricFault('A cell holds an empty number.', 'result', { path: book.file.path });
      const number = raw === null ? Number.NaN : Number(raw);
      return Number.isNaN(number) ? null : number;
    }
    case 's':
      return raw === null ? null : sharedText(book, Number(raw));
    case 'str':
    case 'e':
      return raw;
    case 'inlineStr':
      return child(child(cell, 'is'), 't')?.textContent?.trim() ?? null;
    default:
      return null;
  }
}

/** A shared string's own text: OSWorld passes over formatted runs in it. */
function sharedText(book: SheetBook, index: number): string {
  const item = children(book.file.xml('xl/sharedStrings.xml'), 'si')[index];
  if (item === undefined) throw new MetricFault('A shared text is missing.', 'result', { path: book.file.path });
  return children(item, 't')
    .map((one) => one.textContent ?? '')
    .join('');
}

/** Python's `str()` of such a value. */
export function valueText(value: number | string | null): string {
  if (value === null) return 'None';
  if (typeof value === 'string') return value;
  if (!Number.isInteger(value) || Math.abs(value) >= 1e16) {
    const text = String(value);
    const [, digits = '', sign = '', exponent = ''] = /^(.*)e([+-])(\d+)$/.exec(text) ?? [];
    return digits === '' ? text : `${digits}e${sign}${exponent.padStart(2, '0')}`;
  }
  return `${value}.0`;
}
