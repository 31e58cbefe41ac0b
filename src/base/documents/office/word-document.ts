import type { Element } from '@xmldom/xmldom';
import { OfficePackage } from './office-package.ts';
import { all, attr, child, children, descend, onOff } from './xml-search.ts';

const breaks = new Set(['br', 'cr', 'noBreakHyphen', 'ptab', 't', 'tab']);

/** A run with its direct formatting. Like python-docx, it ignores formatting inherited from styles. */
export class WordRun {
  readonly element: Element;

  constructor(element: Element) {
    this.element = element;
  }

  get #properties(): Element | null {
    return child(this.element, 'rPr');
  }

  get text(): string {
    return runText(this.element);
  }

  get fontName(): string | null {
    return attr(child(this.#properties, 'rFonts'), 'ascii');
  }

  /** Points; null if not set. */
  get fontSize(): number | null {
    const size = attr(child(this.#properties, 'sz'), 'val');
    return size === null ? null : Number(size) / 2;
  }

  get italic(): boolean | null {
    return onOff(child(this.#properties, 'i'));
  }

  get strike(): boolean | null {
    return onOff(child(this.#properties, 'strike'));
  }

  get isSubscript(): boolean {
    return attr(child(this.#properties, 'vertAlign'), 'val') === 'subscript';
  }

  /** `FF0000`; null if not set or automatic. */
  get colour(): string | null {
    const value = attr(child(this.#properties, 'color'), 'val');
    return value === null || value === 'auto' ? null : value;
  }

  has(name: string): boolean {
    return all(this.element, name).length > 0;
  }
}

export interface TabStop {
  alignment: string;
  /** Twentieths of a point. */
  position: number;
}

export class WordParagraph {
  readonly element: Element;

  constructor(element: Element) {
    this.element = element;
  }

  get text(): string {
    return children(this.element, 'r', 'hyperlink')
      .map((item) => (item.localName === 'r' ? runText(item) : children(item, 'r').map(runText).join('')))
      .join('');
  }

  /** Excludes runs in hyperlinks. */
  get runs(): WordRun[] {
    return children(this.element, 'r').map((item) => new WordRun(item));
  }

  /** A number of lines, a fixed height such as `12pt`, or null if not set. */
  get lineSpacing(): number | string | null {
    const spacing = descend(this.element, 'pPr', 'spacing');
    const line = attr(spacing, 'line');
    if (line === null) return null;
    const rule = attr(spacing, 'lineRule') ?? 'auto';
    return rule === 'auto' ? Number(line) / 240 : `${Number(line) / 20}pt`;
  }

  get alignment(): string | null {
    return attr(descend(this.element, 'pPr', 'jc'), 'val');
  }

  get tabStops(): TabStop[] {
    return children(descend(this.element, 'pPr', 'tabs'), 'tab').map((item) => ({
      alignment: attr(item, 'val') ?? 'left',
      position: Number(attr(item, 'pos') ?? 0),
    }));
  }
}

/** A table as a grid: a merged cell appears at each of its positions. */
export interface WordTable {
  rows: Element[];
  columns: number;
  grid: Element[][];
}

export class WordDocument {
  readonly file: OfficePackage;
  readonly part: string;
  readonly body: Element;

  private constructor(file: OfficePackage, part: string) {
    this.file = file;
    this.part = part;
    const body = child(file.need(part), 'body');
    if (body === null) throw file.fault('A file is not a Word document.');
    this.body = body;
  }

  static async open(path: unknown): Promise<WordDocument> {
    const file = await OfficePackage.open(path);
    return new WordDocument(file, file.mainPart());
  }

  /** Excludes paragraphs in tables. */
  get paragraphs(): WordParagraph[] {
    return children(this.body, 'p').map((item) => new WordParagraph(item));
  }

  get texts(): string[] {
    return this.paragraphs.map((paragraph) => paragraph.text);
  }

  get tables(): WordTable[] {
    return children(this.body, 'tbl').map(readTable);
  }

  get sections(): Element[] {
    return [
      ...children(this.body, 'p').flatMap((item) => children(child(item, 'pPr'), 'sectPr')),
      ...children(this.body, 'sectPr'),
    ];
  }
}

export function tableCellText(cell: Element): string {
  return cellParagraphs(cell)
    .map((cellParagraph) => cellParagraph.text)
    .join('\n');
}

/** Excludes paragraphs of nested tables. */
export function cellParagraphs(cell: Element): WordParagraph[] {
  return children(cell, 'p').map((item) => new WordParagraph(item));
}

function runText(run: Element): string {
  let text = '';
  for (const item of children(run, ...breaks)) {
    switch (item.localName) {
      case 't':
        text += item.textContent ?? '';
        break;
      case 'tab':
      case 'ptab':
        text += '\t';
        break;
      case 'noBreakHyphen':
        text += '-';
        break;
      case 'cr':
        text += '\n';
        break;
      default:
        // Page and column breaks are not line breaks.
        text += (attr(item, 'type') ?? 'textWrapping') === 'textWrapping' ? '\n' : '';
    }
  }
  return text;
}

function readTable(table: Element): WordTable {
  const rows = children(table, 'tr');
  const grid: Element[][] = [];
  for (const row of rows) {
    const above = grid.at(-1);
    const cells: Element[] = [];
    for (const cell of children(row, 'tc')) {
      const properties = child(cell, 'tcPr');
      const merge = child(properties, 'vMerge');
      const isContinued = merge !== null && (attr(merge, 'val') ?? 'continue') === 'continue';
      const width = Number(attr(child(properties, 'gridSpan'), 'val') ?? 1);
      for (let at = 0; at < width; at++) cells.push(isContinued ? (above?.[cells.length] ?? cell) : cell);
    }
    grid.push(cells);
  }
  return { rows, columns: children(child(table, 'tblGrid'), 'gridCol').length, grid };
}
