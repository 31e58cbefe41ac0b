import type { Element } from '@xmldom/xmldom';
import { columnLetters, readRange, referencesIn } from './cell-range.ts';
import type { OfficePackage } from './office-package.ts';
import { type CellFormat, isDateFormat } from './workbook-styles.ts';
import { all, attr, child, children, descend } from './xml-search.ts';

export type CellValue =
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'truth'; value: boolean }
  /** Milliseconds since day 0 of the 1900 date system. */
  | { kind: 'date'; value: number }
  | { kind: 'error'; value: string };

export interface WorkbookCell {
  reference: string;
  row: number;
  column: number;
  element: Element;
  formula: string | null;
  /** The stored value; for a formula, its last result. */
  value: CellValue | null;
  format: CellFormat | null;
}

export interface SheetBook {
  readonly file: OfficePackage;
  readonly strings: readonly string[];
  readonly formats: readonly CellFormat[];
  /** The formats used by conditional formatting. */
  readonly differential: readonly Element[];
  /** True if dates count from 1904, as in old Mac workbooks. */
  readonly is1904: boolean;
}

/** The text of `t` elements, direct or in runs, without phonetic hints. */
export function richText(element: Element | null): string {
  return children(element, 't', 'r')
    .map((item) => (item.localName === 't' ? item : child(item, 't'))?.textContent ?? '')
    .join('');
}

/** A sheet, as openpyxl presents it. Cells are parsed on first access. */
export class WorkbookSheet {
  readonly name: string;
  readonly part: string;
  readonly book: SheetBook;
  #cells: ReadonlyMap<string, WorkbookCell> | null = null;

  constructor(book: SheetBook, name: string, part: string) {
    this.book = book;
    this.name = name;
    this.part = part;
  }

  get root(): Element {
    return this.book.file.need(this.part);
  }

  get cells(): ReadonlyMap<string, WorkbookCell> {
    this.#cells ??= this.#readCells();
    return this.#cells;
  }

  get merged(): string[] {
    return children(child(this.root, 'mergeCells'), 'mergeCell').map((item) => attr(item, 'ref') ?? '');
  }

  /** Cells of merged ranges, except the top-left ones. */
  get covered(): Set<string> {
    return new Set(
      this.merged.flatMap((reference) => {
        const range = readRange(reference);
        return range === null ? [] : referencesIn(range).slice(1);
      }),
    );
  }

  /** The top-left cell of the scrolling pane; null if no panes are frozen. */
  get freeze(): string | null {
    return attr(descend(this.root, 'sheetViews', 'sheetView', 'pane'), 'topLeftCell');
  }

  /** Percent. */
  get zoom(): number {
    return Number(attr(descend(this.root, 'sheetViews', 'sheetView'), 'zoomScale') ?? 0) || 100;
  }

  #readCells(): ReadonlyMap<string, WorkbookCell> {
    const cells = new Map<string, WorkbookCell>();
    let row = 0;
    const data = children(this.root, 'sheetData');
    if (data.length > 1) throw this.book.file.fault('A sheet has its cells twice.');
    for (const rowElement of children(data[0] ?? null, 'row')) {
      row = Number(attr(rowElement, 'r') ?? row + 1);
      let column = 0;
      for (const element of children(rowElement, 'c')) {
        const place = readRange(attr(element, 'r') ?? '');
        column = place?.left ?? column + 1;
        row = place?.top ?? row;
        const reference = `${columnLetters(column)}${row}`;
        const format = this.book.formats[Number(attr(element, 's') ?? 0)] ?? null;
        // Programs disagree on which of the two to show.
        if (cells.has(reference)) throw this.book.file.fault(`A sheet contains the cell ${reference} twice.`);
        const formula = child(element, 'f')?.textContent ?? null;
        cells.set(reference, { reference, row, column, element, formula, format, value: this.#value(element, format) });
      }
    }
    return cells;
  }

  #value(element: Element, format: CellFormat | null): CellValue | null {
    const raw = child(element, 'v')?.textContent ?? null;
    switch (attr(element, 't')) {
      case 'inlineStr':
        return child(element, 'is') === null ? null : { kind: 'text', value: richText(child(element, 'is')) };
      case 's': {
        const text = raw === null ? undefined : this.book.strings[Number(raw)];
        return text === undefined ? null : { kind: 'text', value: text };
      }
      case 'b':
        return raw === null ? null : { kind: 'truth', value: raw === '1' };
      case 'e':
        return raw === null ? null : { kind: 'error', value: raw };
      case 'str':
        return raw === null ? null : { kind: 'text', value: raw };
      case 'd':
        return raw === null ? null : { kind: 'date', value: Date.parse(`${raw}Z`) };
      default: {
        if (raw === null || raw === '') return null;
        const number = Number(raw);
        return format !== null && isDateFormat(format.numberFormat)
          ? { kind: 'date', value: Math.round((this.book.is1904 ? number + 1462 : number) * 86_400_000) }
          : { kind: 'number', value: number };
      }
    }
  }
}

export function relatedParts(sheet: WorkbookSheet, type: string): string[] {
  return sheet.book.file
    .relations(sheet.part)
    .filter((relation) => relation.type.endsWith(type))
    .map((relation) => relation.target);
}

export function inSheet(sheet: WorkbookSheet, name: string): Element[] {
  return all(sheet.root, name);
}
