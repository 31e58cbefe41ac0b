import type { Document, Element } from '@xmldom/xmldom';
import { OsharmError } from '../../errors.ts';
import { columnLetters } from '../office/cell-range.ts';
import { escapeXml } from '../text/escape-xml.ts';
import { ooxmlNamespaces } from './office-file.ts';
import { OoxmlEditor } from './ooxml-editor.ts';

const { officeRelations, packageRelations, spreadsheet: main } = ooxmlNamespaces;
const workbookPath = 'xl/workbook.xml';

/** A default style sheet for a workbook without one. */
const plainStyles = `<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="10"/><name val="Liberation Sans"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs></styleSheet>`;

export class WorkbookWriter {
  private readonly file: OoxmlEditor;
  private readonly sheetPath: string;
  readonly sheet: Document;
  private data: Element | null = null;
  private unseen: number | null = null;
  private rows: Map<number, Element> | null = null;

  constructor(xlsx: Buffer) {
    this.file = new OoxmlEditor(xlsx);
    const book = this.xml(workbookPath);
    const id = book.getElementsByTagNameNS(main, 'sheet').item(0)?.getAttributeNS(officeRelations, 'id');
    const target = [...this.xml('xl/_rels/workbook.xml.rels').getElementsByTagNameNS(packageRelations, 'Relationship')]
      .find((item) => item.getAttribute('Id') === id)
      ?.getAttribute('Target');
    if (target === undefined || target === null) throw badWorkbook('it names no sheet');
    this.sheetPath = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    this.sheet = this.xml(this.sheetPath);
  }

  /** The last used row and column, 1-based. */
  used(): { row: number; column: number } {
    let row = 0;
    let column = 0;
    for (const cell of this.sheet.getElementsByTagNameNS(main, 'c')) {
      const at = cellAt(cell.getAttribute('r') ?? '');
      if (at === null) continue;
      row = Math.max(row, at.row);
      column = Math.max(column, at.column);
    }
    return { row, column };
  }

  /** Replaces the content of a cell. With `isUnseen`, the text is white on white. */
  setText(row: number, column: number, text: string, isUnseen = false): void {
    const name = `${columnLetters(column)}${row}`;
    const line = this.row(row);
    const cells = [...line.childNodes].filter((node): node is Element => (node as Element).localName === 'c');
    const old = cells.find((cell) => cell.getAttribute('r') === name);
    const next = cells.find((cell) => (cellAt(cell.getAttribute('r') ?? '')?.column ?? 0) > column);
    const cell = this.element(this.sheet, 'c', { r: name, t: 'inlineStr' });
    if (isUnseen) cell.setAttribute('s', String(this.unseenStyle()));
    const words = this.element(this.sheet, 't');
    words.setAttribute('xml:space', 'preserve');
    words.appendChild(this.sheet.createTextNode(text));
    cell.appendChild(this.element(this.sheet, 'is')).appendChild(words);
    if (old === undefined) line.insertBefore(cell, next ?? null);
    else line.replaceChild(cell, old);
  }

  /** Attaches a permanently visible note to a cell. Throws if the sheet already has notes. */
  setNote(row: number, column: number, text: string, author: string): void {
    if (this.sheet.getElementsByTagNameNS(main, 'legacyDrawing').length > 0)
      throw badWorkbook('its sheet has notes already');
    const name = `${columnLetters(column)}${row}`;
    const notes = `<comments xmlns="${main}"><authors><author>${escapeXml(author)}</author></authors><commentList><comment ref="${name}" authorId="0"><text><r><t xml:space="preserve">${escapeXml(text)}</t></r></text></comment></commentList></comments>`;
    // The legacy VML drawing sets the visibility and size of the note.
    const drawing = `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shape id="_x0000_s1025" type="#_x0000_t202" style="position:absolute;visibility:visible" fillcolor="#ffffc0"><v:textbox/><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${column + 1}, 0, ${row}, 0, ${column + 4}, 0, ${row + 9}, 0</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column - 1}</x:Column><x:Visible/></x:ClientData></v:shape></xml>`;
    this.file.add(
      'xl/comments-note.xml',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml',
      notes,
    );
    this.file.add('xl/drawings/note.vml', 'application/vnd.openxmlformats-officedocument.vmlDrawing', drawing);
    this.file.relate(this.sheetPath, 'rIdNoteText', 'comments', '/xl/comments-note.xml');
    this.file.relate(this.sheetPath, 'rIdNoteShape', 'vmlDrawing', '/xl/drawings/note.vml');
    const link = this.element(this.sheet, 'legacyDrawing');
    link.setAttributeNS(officeRelations, 'r:id', 'rIdNoteShape');
    const root = this.sheet.documentElement as Element;
    const after = ['tableParts', 'extLst']
      .map((tag) => this.sheet.getElementsByTagNameNS(main, tag).item(0))
      .find((item) => item !== null);
    root.insertBefore(link, after ?? null);
  }

  /** The output is deterministic. */
  bytes(): Buffer {
    this.file.write(this.sheetPath, this.sheet);
    return this.file.bytes();
  }

  /** The index of a cell format with white text, created on first use. */
  private unseenStyle(): number {
    if (this.unseen !== null) return this.unseen;
    const path = 'xl/styles.xml';
    if (this.file.read(path) === null) {
      this.file.add(path, 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml', plainStyles);
      this.file.relate(workbookPath, 'rIdStyles', 'styles', '/xl/styles.xml');
    }
    const styles = this.xml(path);
    const append = (list: string, entry: Element): number => {
      const all = styles.getElementsByTagNameNS(main, list).item(0);
      if (all === null) throw badWorkbook(`its styles have no ${list}`);
      all.appendChild(entry);
      const { length } = [...all.childNodes].filter((node) => (node as Element).localName === entry.localName);
      all.setAttribute('count', String(length));
      return length - 1;
    };
    const font = this.element(styles, 'font');
    for (const [name, attributes] of Object.entries({
      sz: { val: '6' },
      color: { rgb: 'FFFFFFFF' },
      name: { val: 'Liberation Sans' },
    }))
      font.appendChild(this.element(styles, name, attributes));
    const fontId = String(append('fonts', font));
    const format = { numFmtId: '0', fontId, fillId: '0', borderId: '0', xfId: '0', applyFont: '1' };
    this.unseen = append('cellXfs', this.element(styles, 'xf', format));
    this.file.write(path, styles);
    return this.unseen;
  }

  private row(number: number): Element {
    // Cached, because a lookup searches the whole sheet.
    this.data ??= this.sheet.getElementsByTagNameNS(main, 'sheetData').item(0);
    const { data } = this;
    if (data === null) throw badWorkbook('its sheet has no data');
    this.rows ??= new Map(
      [...data.getElementsByTagNameNS(main, 'row')].map((row) => [Number(row.getAttribute('r')), row]),
    );
    const there = this.rows.get(number);
    if (there !== undefined) return there;
    const after = Math.min(...[...this.rows.keys()].filter((other) => other > number));
    const made = this.element(this.sheet, 'row', { r: String(number) });
    data.insertBefore(made, this.rows.get(after) ?? null);
    this.rows.set(number, made);
    return made;
  }

  private xml(path: string): Document {
    const part = this.file.read(path);
    if (part === null) throw badWorkbook(`it has no ${path}`);
    return part;
  }

  private element(document: Document, name: string, attributes: Record<string, string> = {}): Element {
    const made = document.createElementNS(main, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }
}

/** `B6` → row 6, column 2; null for anything else. */
export function cellAt(name: string): { row: number; column: number } | null {
  const match = /^([A-Z]{1,3})([1-9]\d*)$/.exec(name);
  if (match === null) return null;
  const column = [...(match[1] as string)].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: Number(match[2]), column };
}

function badWorkbook(why: string): Error {
  return new OsharmError(`The text can't be written into the workbook: ${why}.`, {
    code: 'attack-bad-workbook',
    blame: 'task',
  });
}
