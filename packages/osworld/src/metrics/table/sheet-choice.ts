import type { Workbook, WorkbookSheet } from 'osharm/documents';
import { MetricFault } from 'osharm/evaluators';

export interface Book {
  path: string;
  book: Workbook;
}

export interface ChosenSheet {
  path: string;
  book: Workbook;
  name: string;
  sheet: WorkbookSheet | null;
}

export function sheetSelector(selector: unknown): { side: string; kind: string; rest: string } | null {
  const text = typeof selector === 'number' ? `RI${selector}` : String(selector);
  const [, side = '', kind = '', rest = ''] = /^([RE])([IN])(.*)$/s.exec(text) ?? [];
  return side === '' ? null : { side, kind, rest };
}

/** OSWorld's selectors: a number or `RI0` (result, by index), `RNName` (by name), `EI0`, `ENName` (expected). */
export function chooseSheet(selector: unknown, result: Book, expected: Book | null): ChosenSheet {
  const choice = sheetSelector(selector);
  if (choice === null) throw new MetricFault(`${JSON.stringify(selector)} chooses no sheet.`, 'task');
  const { side, kind, rest } = choice;
  const from = side === 'R' ? result : expected;
  if (from === null) throw new MetricFault('The task compares with a workbook that it doesn’t provide.', 'task');
  const name = kind === 'N' ? rest : (from.book.names.at(Number(rest)) ?? '');
  return { path: from.path, book: from.book, name, sheet: from.book.sheet(name) };
}
