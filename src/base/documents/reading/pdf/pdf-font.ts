import { characterIn, charactersOfGlyph } from './glyph-names.ts';
import type { PdfDocument } from './pdf-document.ts';
import { isArray, isDictionary, isKind, PdfLexer, type PdfValue } from './pdf-syntax.ts';

/** A code of a shown string. */
interface ShownCode {
  /** Null if the font does not map the code to a character. */
  text: string | null;
  /** In thousandths of the font's size. */
  width: number;
  isSpace: boolean;
}

export interface PdfFont {
  name: string;
  codes(bytes: string): ShownCode[];
}

/** What a string shows, without the spacing of the text around it. */
export interface ShownString {
  text: string;
  /** Thousandths of the size of the font. */
  width: number;
  characters: number;
  spaces: number;
  /** Whether some characters are unknown. */
  hasGaps: boolean;
}

const longestKept = 12;
const mostKept = 20_000;

/** Keeps short strings, which pages with kerning repeat. */
export class ShownStrings {
  readonly #font: PdfFont;
  readonly #kept = new Map<string, ShownString>();

  constructor(font: PdfFont) {
    this.#font = font;
  }

  get name(): string {
    return this.#font.name;
  }

  of(bytes: string): ShownString {
    if (bytes.length > longestKept) return this.#read(bytes);
    const known = this.#kept.get(bytes);
    if (known !== undefined) return known;
    const shown = this.#read(bytes);
    if (this.#kept.size < mostKept) this.#kept.set(bytes, shown);
    return shown;
  }

  #read(bytes: string): ShownString {
    const shown: ShownString = { text: '', width: 0, characters: 0, spaces: 0, hasGaps: false };
    for (const code of this.#font.codes(bytes)) {
      if (code.text === null && !code.isSpace) shown.hasGaps = true;
      shown.text += code.text ?? (code.isSpace ? ' ' : '');
      shown.width += code.width;
      shown.characters++;
      if (code.isSpace) shown.spaces++;
    }
    return shown;
  }
}

const usualWidth = 500;

/** Finds characters by ToUnicode, else by the encoding and the names of glyphs (9.10.2). */
export function readFont(document: PdfDocument, font: PdfValue): PdfFont {
  const map = toUnicode(document, document.get(font, 'ToUnicode'));
  const name = document.name(font, 'BaseFont') ?? document.name(font, 'Subtype') ?? 'unnamed';
  return document.name(font, 'Subtype') === 'Type0'
    ? compositeFont(document, font, name, map)
    : simpleFont(document, font, name, map);
}

interface CharacterMap {
  characters: Map<number, string>;
  /** Length of a code in bytes, given its first byte. */
  lengths: (first: number) => number;
}

function simpleFont(document: PdfDocument, font: PdfValue, name: string, map: CharacterMap | null): PdfFont {
  const encoding = encodingOf(document, font);
  const first = document.get(font, 'FirstChar');
  const widths = document.list(font, 'Widths').map((width) => Number(document.resolve(width)));
  const scale = document.name(font, 'Subtype') === 'Type3' ? 1000 * matrixScale(document, font) : 1;
  const known: ShownCode[] = [];
  return {
    name,
    codes(bytes) {
      const found: ShownCode[] = [];
      for (let at = 0; at < bytes.length; at++) {
        const code = bytes.charCodeAt(at);
        let shown = known[code];
        if (shown === undefined) {
          const text = map?.characters.get(code) ?? encoding(code);
          const width = (widths[code - (typeof first === 'number' ? first : 0)] ?? usualWidth) * scale;
          shown = { text, width, isSpace: code === 32 };
          known[code] = shown;
        }
        found.push(shown);
      }
      return found;
    },
  };
}

function matrixScale(document: PdfDocument, font: PdfValue): number {
  const [scale] = document.list(font, 'FontMatrix');
  return typeof scale === 'number' && scale !== 0 ? Math.abs(scale) : 0.001;
}

function encodingOf(document: PdfDocument, font: PdfValue): (code: number) => string | null {
  const encoding = document.get(font, 'Encoding');
  const base = isKind(encoding, 'name') ? encoding.name : document.name(encoding, 'BaseEncoding');
  const differences = new Map<number, string | null>();
  let code = 0;
  for (const item of document.list(encoding, 'Differences')) {
    const value = document.resolve(item);
    if (typeof value === 'number') code = value;
    else if (isKind(value, 'name')) differences.set(code++, charactersOfGlyph(value.name));
  }
  const program = base === null ? programEncoding(document, font) : null;
  const flags = document.get(document.get(font, 'FontDescriptor'), 'Flags');
  const isSymbolic = typeof flags === 'number' && (flags & 4) !== 0;
  const isTypeThree = document.name(font, 'Subtype') === 'Type3';
  const isEmbedded = ['FontFile', 'FontFile2', 'FontFile3'].some(
    (key) => document.get(document.get(font, 'FontDescriptor'), key) !== null,
  );
  const hasOwnCodes = isTypeThree || (isEmbedded && isSymbolic && base === null);
  const standard = document.name(font, 'Subtype') === 'TrueType' ? 'WinAnsiEncoding' : 'StandardEncoding';
  return (code) => {
    const different = differences.get(code);
    if (different !== undefined) return different;
    const own = program?.get(code);
    if (own !== undefined) return charactersOfGlyph(own);
    return hasOwnCodes ? null : characterIn(base ?? standard, code);
  };
}

/** The encoding in the unencrypted part of a Type 1 font program. */
function programEncoding(document: PdfDocument, font: PdfValue): ReadonlyMap<number, string> | null {
  const file = document.get(document.get(font, 'FontDescriptor'), 'FontFile');
  if (!isKind(file, 'stream')) return null;
  const program = document.stream(file)?.toString('latin1') ?? '';
  const clear = program.slice(0, Math.max(0, program.indexOf('eexec')));
  const entries = [...clear.matchAll(/dup\s+(\d{1,3})\s*\/(\S+)\s+put/g)];
  return entries.length === 0 ? null : new Map(entries.map(([, code, glyph = '']) => [Number(code), glyph]));
}

function compositeFont(document: PdfDocument, font: PdfValue, name: string, map: CharacterMap | null): PdfFont {
  const encoding = document.get(font, 'Encoding');
  const encodingName = isKind(encoding, 'name') ? encoding.name : '';
  const isUnicode = /UCS2|UTF16/.test(encodingName);
  const [descendant] = document.list(font, 'DescendantFonts');
  const widths = compositeWidths(document, descendant ?? null);
  const usual = document.get(descendant, 'DW');
  const lengths = isKind(encoding, 'stream') ? toUnicode(document, encoding)?.lengths : undefined;
  return {
    name,
    codes(bytes) {
      const found: ShownCode[] = [];
      for (let at = 0; at < bytes.length; ) {
        const length = Math.min(
          bytes.length - at,
          (lengths ?? (encodingName === '' ? map?.lengths : undefined) ?? two)(bytes.charCodeAt(at)),
        );
        let code = 0;
        for (let i = 0; i < length; i++) code = code * 256 + bytes.charCodeAt(at + i);
        at += length;
        found.push({
          text: map?.characters.get(code) ?? (isUnicode ? String.fromCharCode(code) : null),
          width: widths.get(code) ?? (typeof usual === 'number' ? usual : 1000),
          isSpace: length === 1 && code === 32,
        });
      }
      return found;
    },
  };
}

const two = (): number => 2;

function compositeWidths(document: PdfDocument, font: PdfValue): ReadonlyMap<number, number> {
  const widths = new Map<number, number>();
  const list = document.list(font, 'W').map((item) => document.resolve(item));
  for (let at = 0; at < list.length; ) {
    const [first, second, third] = list.slice(at, at + 3);
    if (typeof first !== 'number') break;
    if (isArray(second)) {
      for (const [index, width] of second.entries()) widths.set(first + index, Number(document.resolve(width)));
      at += 2;
    } else {
      const last = Math.min(Number(second), first + 65_535);
      for (let code = first; code <= last; code++) widths.set(code, Number(third));
      at += 3;
    }
  }
  return widths;
}

const mostCodes = 200_000;

/** A CMap with Unicode values (9.10.3); null if `value` is not a stream. */
function toUnicode(document: PdfDocument, value: PdfValue): CharacterMap | null {
  if (!isKind(value, 'stream')) return null;
  const content = document.stream(value);
  if (content === null) return null;
  const characters = new Map<number, string>();
  const spaces: { length: number; from: number; to: number }[] = [];
  const lexer = new PdfLexer(content.toString('latin1'));
  let items: PdfValue[] = [];
  for (let item = lexer.next(false); item !== undefined; item = lexer.next(false)) {
    if (!isKind(item, 'operator')) {
      items.push(item);
      continue;
    }
    if (item.word === 'endbfchar')
      for (let at = 0; at + 1 < items.length; at += 2) note(items[at], items[at], items[at + 1]);
    else if (item.word === 'endbfrange')
      for (let at = 0; at + 2 < items.length; at += 3) note(items[at], items[at + 1], items[at + 2]);
    else if (item.word === 'endcodespacerange')
      for (let at = 0; at + 1 < items.length; at += 2) {
        const [from, to] = [items[at], items[at + 1]];
        if (isKind(from, 'string') && isKind(to, 'string') && from.bytes !== '')
          spaces.push({ length: from.bytes.length, from: from.bytes.charCodeAt(0), to: to.bytes.charCodeAt(0) });
      }
    items = [];
  }
  return { characters, lengths: (first) => spaces.find(({ from, to }) => first >= from && first <= to)?.length ?? 2 };

  function note(from: PdfValue | undefined, to: PdfValue | undefined, target: PdfValue | undefined): void {
    if (!isKind(from, 'string') || !isKind(to, 'string')) return;
    const [first, last] = [codeOf(from.bytes), codeOf(to.bytes)];
    for (let code = first; code <= last && characters.size < mostCodes; code++) {
      const entry = isArray(target) ? target[code - first] : target;
      if (isKind(entry, 'name')) characters.set(code, charactersOfGlyph(entry.name) ?? '');
      if (!isKind(entry, 'string')) continue;
      const text = Buffer.from(entry.bytes.length % 2 === 0 ? entry.bytes : `\0${entry.bytes}`, 'latin1')
        .swap16()
        .toString('utf16le');
      characters.set(code, isArray(target) ? text : advanced(text, code - first));
    }
  }
}

const codeOf = (bytes: string): number =>
  [...bytes.slice(0, 4)].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);

const advanced = (text: string, by: number): string =>
  by === 0 || text === '' ? text : text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + by);

/** Reads each font once, since pages share fonts. */
export function fontCache(document: PdfDocument): (font: PdfValue) => ShownStrings | null {
  const known = new Map<PdfValue, ShownStrings>();
  return (value) => {
    const font = document.resolve(value);
    if (!isDictionary(font)) return null;
    const read = known.get(font) ?? new ShownStrings(readFont(document, font));
    known.set(font, read);
    return read;
  };
}
