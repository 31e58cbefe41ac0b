import type { Element } from '@xmldom/xmldom';
import { MetricFault } from '../metric-fault.ts';
import { columnLetters } from '../office/cell-range.ts';
import { type DateSystem, dateOfSerial } from '../office/serial-date.ts';
import { Workbook } from '../office/workbook.ts';
import type { WorkbookSheet } from '../office/workbook-sheet.ts';
import { OverReadingLimit } from '../over-reading-limit.ts';
import { attribute, childElements, elements, unlessTooDeep, xmlRoot } from './xml.ts';
import { zipTexts } from './zip-entries.ts';

/** A stored cell. For a formula, `value` is its last result. */
export interface SheetCell {
  value: string | number | boolean | null;
  formula?: string | undefined;
  /** The date that a number or ISO text shows: `2026-03-01`, `2026-03-01 14:30:00`, `14:30:00`. */
  date?: string | undefined;
}

export interface Sheet {
  name: string;
  cells: Map<string, SheetCell>;
}

/** Writers pad sheets with repeated empty cells and rows, which are ignored beyond these limits. */
const rowLimit = 100_000;
const columnLimit = 2_000;
const mostCells = 500_000;
const mostSheets = 1_000;

/** Null unless the content is an .xlsx or .ods file. Throws OverReadingLimit above 500,000 cells or 1,000 sheets. */
export const readSheets = (content: Uint8Array): Sheet[] | null => sheetsIn(content, Workbook.readValues);

/** Also finds out which numbers of an .xlsx file are dates. */
export const readDatedSheets = (content: Uint8Array): Sheet[] | null => sheetsIn(content, Workbook.readFormatted);

function sheetsIn(content: Uint8Array, read: (content: Uint8Array) => Workbook): Sheet[] | null {
  const parts = zipTexts(content, /^(?:xl\/workbook\.xml|content\.xml|mimetype)$/);
  if (parts === null) return null;
  return unlessTooDeep(() => {
    if (parts.has('xl/workbook.xml')) return excelSheets(content, read);
    return parts.get('mimetype')?.includes('spreadsheet') ? openSheets(parts.get('content.xml') ?? '') : null;
  });
}

function excelSheets(content: Uint8Array, read: (content: Uint8Array) => Workbook): Sheet[] | null {
  try {
    const { sheets } = read(content);
    checkSheets(sheets.length);
    const room = { cells: mostCells };
    return sheets.map((sheet) => ({ name: sheet.name, cells: excelCells(sheet, room) }));
  } catch (error) {
    if (error instanceof MetricFault) return null;
    throw error;
  }
}

function excelCells(sheet: WorkbookSheet, room: { cells: number }): Map<string, SheetCell> {
  const cells = new Map<string, SheetCell>();
  // A sheet whose part is missing doesn't affect the other sheets.
  if (sheet.book.file.xml(sheet.part) === null) return cells;
  takeCells(room, sheet.cells.size);
  const system = sheet.book.is1904 ? 1904 : 1900;
  for (const { reference, element, value, formula } of sheet.cells.values()) {
    if (value === null && (formula ?? '') === '') continue;
    const stored = value?.kind === 'date' ? storedDate(element) : (value?.value ?? null);
    cells.set(reference, {
      value: stored,
      formula: (formula ?? '') === '' ? undefined : `=${formula}`,
      date: value?.kind !== 'date' || stored === null ? undefined : shownDate(stored, system),
    });
  }
  return cells;
}

const shownDate = (stored: SheetCell['value'], system: DateSystem): string | undefined =>
  typeof stored === 'number'
    ? (dateOfSerial(stored, system) ?? undefined)
    : String(stored)
        .replace('T', ' ')
        .replace(/ 00:00:00(?:\.0+)?Z?$/, '');

/** The number of a date, or the text of a cell with `t="d"`. */
function storedDate(element: Element): number | string {
  const [stored] = childElements(element).filter(({ localName }) => localName === 'v');
  const text = stored?.textContent ?? '';
  return element.getAttribute('t') === 'd' ? text : Number(text);
}

function openSheets(xml: string): Sheet[] | null {
  const root = xmlRoot(xml);
  if (root === null) return null;
  const tables = elements(root, 'table').filter((table) => table.prefix === 'table');
  checkSheets(tables.length);
  const room = { cells: mostCells };
  return tables.map((table) => ({ name: attribute(table, 'name') ?? '', cells: openCells(table, room) }));
}

function checkSheets(count: number): void {
  if (count > mostSheets) throw new OverReadingLimit(`It has more than ${mostSheets} sheets.`);
}

function takeCells(room: { cells: number }, count: number): void {
  room.cells -= count;
  if (room.cells < 0) throw new OverReadingLimit(`It has more than ${mostCells} cells.`);
}

function openCells(table: Element, room: { cells: number }): Map<string, SheetCell> {
  const cells = new Map<string, SheetCell>();
  let row = 0;
  for (const rowElement of elements(table, 'table-row')) {
    const rows = Number(attribute(rowElement, 'number-rows-repeated') ?? 1);
    const found: [number, SheetCell][] = [];
    let column = 0;
    for (const element of childElements(rowElement)) {
      if (element.localName !== 'table-cell' && element.localName !== 'covered-table-cell') continue;
      const repeated = Number(attribute(element, 'number-columns-repeated') ?? 1);
      const cell = openCell(element);
      if (cell !== null) takeCells(room, Math.max(0, Math.min(repeated, columnLimit - column)));
      if (cell !== null) for (let i = 0; i < repeated && column + i < columnLimit; i++) found.push([column + i, cell]);
      column += repeated;
    }
    if (found.length > 0 && row < rowLimit) takeCells(room, found.length * Math.max(0, Math.min(rows, rowLimit - row)));
    if (found.length > 0)
      for (let i = 0; i < rows && row + i < rowLimit; i++)
        for (const [index, cell] of found) cells.set(`${columnLetters(index + 1)}${row + i + 1}`, cell);
    row += rows;
  }
  return cells;
}

function openCell(element: Element): SheetCell | null {
  const type = attribute(element, 'value-type');
  const formula = attribute(element, 'formula');
  const text = elements(element, 'p')
    .map((paragraph) => paragraph.textContent ?? '')
    .join('\n');
  let value: SheetCell['value'] = null;
  if (type === 'float' || type === 'currency' || type === 'percentage') value = Number(attribute(element, 'value'));
  else if (type === 'boolean') value = attribute(element, 'boolean-value') === 'true';
  else if (type === 'date') value = attribute(element, 'date-value');
  else if (type !== null) value = attribute(element, 'string-value') ?? text;
  if (value === null && formula === null) return null;
  return {
    value,
    formula: formula === null ? undefined : formula.replace(/^of:/, ''),
    date: type === 'date' ? shownDate(value, 1900) : undefined,
  };
}
