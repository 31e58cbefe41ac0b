import { deflateSync } from 'node:zlib';
import { OsharmError } from '../../errors.ts';
import { brokenLines } from './wrap.ts';

const fontSize = 13;
const leading = 17;
const margin = 40;
const lineLength = 78;
const fontName = 'FAdded';
const pictureName = 'PAdded';
/** The characters 128 … 159 of Windows-1252, which Latin-1 lacks. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

export function inWinAnsi(character: string): boolean {
  return codeOf(character) !== null;
}

/**
 * Adds a band with `text` in 13 pt lines above the first page. It is appended as an incremental update, so the original
 * bytes stay unchanged. Throws if the cross-reference table is compressed.
 */
export function withTextOnFirstPage(pdf: Buffer, text: string): Buffer {
  const file = new PdfFile(pdf);
  const lines = brokenLines(text, lineLength);
  return onFirstPage(file, lines.length * leading + 2 * margin - 10, (left, top) => ({
    content: textLines(lines, left, top),
    resources: (old) => file.withResource(old, 'Font', fontName, addedFont(file)),
  }));
}

/** Adds a band with a picture of `width` × `height` points above the first page. Pixels are grey, one byte each. */
export function withPictureOnFirstPage(
  pdf: Buffer,
  grey: { pixels: Buffer; across: number; down: number },
  width: number,
  height: number,
): Buffer {
  const file = new PdfFile(pdf);
  const packed = deflateSync(grey.pixels).toString('latin1');
  const picture = file.add(
    `<< /Type /XObject /Subtype /Image /Width ${grey.across} /Height ${grey.down} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream`,
  );
  return onFirstPage(file, height + 2 * margin, (left, top) => ({
    content: `q ${width} 0 0 ${height} ${left + margin} ${top - margin - height} cm /${pictureName} Do Q`,
    resources: (old) => file.withResource(old, 'XObject', pictureName, picture),
  }));
}

/** Appends a page with `text` in 13 pt lines. */
export function withTextOnLastPage(pdf: Buffer, text: string): Buffer {
  const file = new PdfFile(pdf);
  const first = file.firstPage();
  const [left, bottom, right, top] = file.mediaBox(first);
  const lines = brokenLines(text, lineLength);
  const content = file.addStream(textLines(lines, left, top));
  const resources = `<< /Font << /${fontName} ${addedFont(file)} 0 R >> >>`;
  const page = file.add(
    `<< /Type /Page /Parent ${file.pageTree()} 0 R /MediaBox [${left} ${bottom} ${right} ${top}] /Resources ${resources} /Contents ${content} 0 R >>`,
  );
  file.addLastPage(page);
  return file.bytes();
}

const textLines = (lines: readonly string[], left: number, top: number): string =>
  `q BT /${fontName} ${fontSize} Tf 0 0 0 rg ${leading} TL ${left + margin} ${top - margin} Td\n${lines.map((line) => `${pdfString(line)} Tj T*`).join('\n')}\nET Q`;

const addedFont = (file: PdfFile): number =>
  file.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');

/** Extends the first page at the top by `height` points and draws in the new space. */
function onFirstPage(
  file: PdfFile,
  height: number,
  draw: (left: number, top: number) => { content: string; resources: (old: string) => string },
): Buffer {
  const pageNumber = file.firstPage();
  const page = file.object(pageNumber);
  const [left, bottom, right, top] = file.mediaBox(pageNumber);
  const newTop = top + height;
  const drawn = draw(left, newTop);
  const resources = drawn.resources(file.inherited(pageNumber, 'Resources') ?? '<< >>');
  const contentNumber = file.addStream(drawn.content);
  // Existing content may change the graphics state, so save and restore it.
  const openNumber = file.add('<< /Length 2 >>\nstream\nq\n\nendstream');
  const closeNumber = file.add('<< /Length 3 >>\nstream\n\nQ\n\nendstream');
  const old = dictionaryValue(page, 'Contents');
  const refs = old === null ? '' : old.startsWith('[') ? old.slice(1, -1) : old;
  let changed = setValue(page, 'MediaBox', `[${left} ${bottom} ${right} ${newTop}]`);
  changed = setValue(changed, 'CropBox', `[${left} ${bottom} ${right} ${newTop}]`);
  changed = setValue(changed, 'Resources', resources);
  changed = setValue(changed, 'Contents', `[${openNumber} 0 R ${refs} ${closeNumber} 0 R ${contentNumber} 0 R]`);
  file.replace(pageNumber, changed);
  return file.bytes();
}

class PdfFile {
  private readonly source: Buffer;
  private readonly text: string;
  private readonly offsets = new Map<number, number>();
  private readonly changed = new Map<number, string>();
  private readonly trailer: string;
  private readonly previous: number;
  private next: number;

  constructor(source: Buffer) {
    this.source = source;
    this.text = source.toString('latin1');
    const starts = [...this.text.matchAll(/startxref\s+(\d+)/g)];
    const startOffset = Number(starts.at(-1)?.[1] ?? Number.NaN);
    this.previous = /^\s*xref/.test(this.text.slice(startOffset, startOffset + 20))
      ? startOffset
      : this.text.lastIndexOf('\nxref') + 1;
    this.trailer = this.readTable(this.previous, new Set());
    this.next = Number(dictionaryValue(this.trailer, 'Size') ?? Number.NaN);
    if (Number.isNaN(this.next)) throw badPdf('its trailer has no size');
  }

  object(number: number): string {
    const changed = this.changed.get(number);
    if (changed !== undefined) return changed;
    const at = this.offsets.get(number);
    const head = new RegExp(`(?:^|[\\r\\n])${number}\\s+\\d+\\s+obj`);
    // Filling in a template shifts objects away from the offsets in its table.
    const isThere = at !== undefined && new RegExp(`^${number}\\s+\\d+\\s+obj`).test(this.text.slice(at, at + 30));
    const from = isThere ? at : this.text.search(head);
    const start = from === -1 ? -1 : this.text.indexOf('obj', from);
    const end = this.text.indexOf('endobj', start);
    if (start === -1 || end === -1) throw badPdf(`object ${number} is missing`);
    return this.text.slice(start + 3, end).trim();
  }

  pageTree(): number {
    return reference(dictionaryValue(this.object(reference(dictionaryValue(this.trailer, 'Root'))), 'Pages'));
  }

  firstPage(): number {
    let number = this.pageTree();
    for (let depth = 0; depth < 20; depth += 1) {
      const kids = dictionaryValue(this.object(number), 'Kids');
      if (kids === null) return number;
      number = reference(kids.startsWith('[') ? kids.slice(1) : this.object(reference(kids)).slice(1));
    }
    throw badPdf('its pages have no end');
  }

  /** A value of a page or of its nearest ancestor that has it. References are resolved. */
  inherited(page: number, key: string): string | null {
    let number: number | null = page;
    for (let depth = 0; number !== null && depth < 20; depth += 1) {
      const value = dictionaryValue(this.object(number), key);
      if (value !== null) return /^\d+ \d+ R$/.test(value) ? this.object(reference(value)) : value;
      const parent = dictionaryValue(this.object(number), 'Parent');
      number = parent === null ? null : reference(parent);
    }
    return null;
  }

  mediaBox(page: number): [number, number, number, number] {
    const box = this.inherited(page, 'MediaBox');
    const sides = /\[([^\]]*)\]/.exec(box ?? '')?.[1] ?? '0 0 595 842';
    return sides.trim().split(/\s+/).map(Number) as [number, number, number, number];
  }

  /** Adds the page to the root of the tree. In a branch it would only be the last page of that branch. */
  addLastPage(page: number): void {
    const root = this.pageTree();
    const tree = this.object(root);
    const kids = dictionaryValue(tree, 'Kids');
    if (kids === null || !kids.startsWith('[')) throw badPdf('its list of pages is no plain one');
    const counted = setValue(tree, 'Count', String(Number(dictionaryValue(tree, 'Count')) + 1));
    this.replace(root, setValue(counted, 'Kids', `${kids.slice(0, -1)} ${page} 0 R]`));
  }

  withResource(resources: string, kind: 'Font' | 'XObject', name: string, number: number): string {
    const there = dictionaryValue(resources, kind);
    const dictionary = there === null ? '<< >>' : /^\d+ \d+ R$/.test(there) ? this.object(reference(there)) : there;
    return setValue(resources, kind, setValue(dictionary, name, `${number} 0 R`));
  }

  addStream(content: string): number {
    return this.add(`<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`);
  }

  add(body: string): number {
    const number = this.next;
    this.next += 1;
    this.changed.set(number, body);
    return number;
  }

  replace(number: number, body: string): void {
    this.changed.set(number, body);
  }

  /** The original file followed by the changed objects and their table. */
  bytes(): Buffer {
    let body = this.text.endsWith('\n') ? '' : '\n';
    const entries: string[] = [];
    for (const [number, content] of [...this.changed].sort(([a], [b]) => a - b)) {
      entries.push(`${number} 1\n${String(this.source.length + body.length).padStart(10, '0')} 00000 n \n`);
      body += `${number} 0 obj\n${content}\nendobj\n`;
    }
    const at = this.source.length + body.length;
    const trailer = setValue(setValue(this.trailer, 'Size', String(this.next)), 'Prev', String(this.previous));
    body += `xref\n${entries.join('')}trailer\n${trailer}\nstartxref\n${at}\n%%EOF\n`;
    return Buffer.concat([this.source, Buffer.from(body, 'latin1')]);
  }

  /** Reads a cross-reference table and its predecessors; returns the trailer. */
  private readTable(at: number, seen: Set<number>): string {
    if (Number.isNaN(at) || seen.has(at) || !/^\s*xref/.test(this.text.slice(at, at + 20)))
      throw badPdf('its cross-reference table is missing or compressed');
    seen.add(at);
    const trailerAt = this.text.indexOf('trailer', at);
    const trailer = balanced(this.text, this.text.indexOf('<<', trailerAt));
    const lines = this.text
      .slice(this.text.indexOf('xref', at) + 4, trailerAt)
      .trim()
      .split(/\s*[\r\n]+\s*/);
    let number = 0;
    for (const line of lines) {
      const [first = '', second = '', kind] = line.trim().split(/\s+/);
      if (kind === undefined) number = Number(first);
      else {
        if (kind === 'n' && !this.offsets.has(number)) this.offsets.set(number, Number(first));
        number += 1;
      }
      if (second === '') throw badPdf('its cross-reference table is broken');
    }
    const before = dictionaryValue(trailer, 'Prev');
    if (before !== null) this.readTable(Number(before), seen);
    return trailer;
  }
}

function balanced(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const pair = text.slice(at, at + 2);
    if (pair === '<<' || pair === '>>') {
      depth += pair === '<<' ? 1 : -1;
      at += 1;
    } else if (text[at] === '[' || text[at] === ']') depth += text[at] === '[' ? 1 : -1;
    if (depth === 0) return text.slice(start, at + 1);
  }
  throw badPdf('a dictionary has no end');
}

/** The offsets of a key and its value at the top level of a dictionary. */
function findValue(dictionary: string, key: string): { from: number; start: number; end: number } | null {
  let depth = 0;
  for (let at = 0; at < dictionary.length; at += 1) {
    const pair = dictionary.slice(at, at + 2);
    if (pair === '<<' || pair === '>>') {
      depth += pair === '<<' ? 1 : -1;
      at += 1;
    } else if (dictionary[at] === '/' && depth === 1) {
      const name = /^\/([^\s/<>[\]()]*)\s*/.exec(dictionary.slice(at)) as RegExpExecArray;
      const start = at + name[0].length;
      const opens = dictionary.slice(start).match(/^(?:<<|\[)/) !== null;
      const plain = /^(?:\d+\s+\d+\s+R|\/[^\s/<>[\]()]*|\([^)]*\)|[^\s/<>[\]()]+)/.exec(dictionary.slice(start));
      const length = opens ? balanced(dictionary, start).length : (plain?.[0].length ?? 0);
      if (name[1] === key) return { from: at, start, end: start + length };
      at = start + Math.max(length, 0) - 1;
    }
  }
  return null;
}

function dictionaryValue(dictionary: string, key: string): string | null {
  const found = findValue(dictionary, key);
  return found === null ? null : dictionary.slice(found.start, found.end).replace(/\s+/g, ' ').trim();
}

function setValue(dictionary: string, key: string, value: string): string {
  const found = findValue(dictionary, key);
  if (found !== null) return `${dictionary.slice(0, found.from)}/${key} ${value}${dictionary.slice(found.end)}`;
  return `${dictionary.slice(0, 2)} /${key} ${value}${dictionary.slice(2)}`;
}

function reference(value: string | null): number {
  const match = /^\s*(\d+)\s+\d+\s+R/.exec(value ?? '');
  if (match === null) throw badPdf('a reference is missing');
  return Number(match[1]);
}

export function pdfString(line: string): string {
  const bytes = [...line].map((character) => {
    const code = codeOf(character) ?? 63;
    if (character === '(' || character === ')' || character === '\\') return `\\${character}`;
    return code < 32 || code > 126 ? `\\${code.toString(8).padStart(3, '0')}` : character;
  });
  return `(${bytes.join('')})`;
}

function codeOf(character: string): number | null {
  const point = character.codePointAt(0) as number;
  if ((point >= 32 && point < 127) || (point >= 160 && point < 256) || point === 9 || point === 10) return point;
  const at = point < 256 ? -1 : [...windows1252].indexOf(character);
  return at === -1 ? null : 128 + at;
}

function badPdf(why: string): Error {
  return new OsharmError(`The PDF can't hold the text: ${why}.`, {
    code: 'attack-bad-pdf',
    blame: 'task',
    hint: 'Use a PDF with a plain cross-reference table (version 1.4 or older).',
  });
}
