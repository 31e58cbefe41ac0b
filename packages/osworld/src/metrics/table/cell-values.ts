import type { Element } from '@xmldom/xmldom';
import type { SheetBook } from 'osharm/documents';
import { all, attr, child, children } from 'osharm/documents';
import type { MetricRules } from 'osharm/evaluators';
import { MetricFault } from 'osharm/evaluators';

/**
 * A cell's stored value, read from the raw XML like OSWorld does: a number (also for dates) or text. Null for missing
 * cells, booleans and missing sheets. As in OSWorld, the sheet's ID selects its file.
 */
export function readCellValue(
  book: SheetBook,
  sheetName: string,
  coordinate: string,
  rules: MetricRules = 'right',
): number | string | null {
  const root = book.file.xml('xl/workbook.xml');
  const entry = children(child(root, 'sheets'), 'sheet').find((item) => attr(item, 'name') === sheetName);
  const sheet = entry === undefined ? null : book.file.xml(`xl/worksheets/sheet${attr(entry, 'sheetId')}.xml`);
  const cell = sheet === null ? undefined : cellsIn(sheet).get(coordinate);
  if (cell === undefined) return null;
  const raw = child(cell, 'v')?.textContent?.trim() ?? null;
  switch (attr(cell, 't') ?? 'n') {
    case 'n': {
      if (raw === '') throw new MetricFault('A numeric cell is empty.', 'result', { path: book.file.path });
      const number = raw === null ? Number.NaN : Number(raw);
      return Number.isNaN(number) ? null : number;
    }
    case 's':
      return raw === null ? null : sharedText(book, Number(raw), rules);
    case 'str':
    case 'e':
      return raw;
    case 'inlineStr':
      return child(child(cell, 'is'), 't')?.textContent?.trim() ?? null;
    default:
      return null;
  }
}

const known = new WeakMap<Element, Map<string, Element>>();

/** The cells by reference, cached because a rule may cover whole columns. */
function cellsIn(sheet: Element): Map<string, Element> {
  let cells = known.get(sheet);
  if (cells === undefined) {
    cells = new Map();
    for (const row of children(child(sheet, 'sheetData'), 'row'))
      for (const cell of children(row, 'c')) {
        const reference = attr(cell, 'r') ?? '';
        if (!cells.has(reference)) cells.set(reference, cell);
      }
    known.set(sheet, cells);
  }
  return cells;
}

const knownTexts = new WeakMap<Element, string[][]>();

/** A shared string including formatted runs. OSWorld fails if any shared string of the file is empty. */
function sharedText(book: SheetBook, index: number, rules: MetricRules): string {
  const root = book.file.xml('xl/sharedStrings.xml');
  let texts = root === null ? [] : knownTexts.get(root);
  if (texts === undefined) {
    texts = children(root, 'si').map((item) => all(item, 't').map((entry) => entry.textContent ?? ''));
    if (root !== null) knownTexts.set(root, texts);
  }
  const text = rules === 'osworld' && texts.flat().includes('') ? undefined : texts[index];
  if (text === undefined) throw new MetricFault('A shared text is missing.', 'result', { path: book.file.path });
  return text.join('');
}

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
