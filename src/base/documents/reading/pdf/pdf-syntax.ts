/** A value of a PDF file (ISO 32000-2 7.3). Dictionary keys omit the slash. */
export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | PdfString
  | PdfReference
  | PdfOperator
  | PdfStream
  | PdfDictionary
  | readonly PdfValue[];

export type PdfDictionary = ReadonlyMap<string, PdfValue>;
export interface PdfName {
  readonly kind: 'name';
  readonly name: string;
}
export interface PdfString {
  readonly kind: 'string';
  /** One character per byte. */
  readonly bytes: string;
}
export interface PdfReference {
  readonly kind: 'reference';
  readonly number: number;
}
export interface PdfObjectId {
  readonly number: number;
  readonly generation: number;
}
/** An operator of a content stream, or a keyword of the file. */
export interface PdfOperator {
  readonly kind: 'operator';
  readonly word: string;
}
export interface PdfStream {
  readonly kind: 'stream';
  readonly dictionary: PdfDictionary;
  /** The offset of its bytes in the file. */
  readonly from: number;
  readonly object: PdfObjectId;
}

export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary => value instanceof Map;
export const isArray = (value: PdfValue | undefined): value is readonly PdfValue[] => Array.isArray(value);
export const isKind = <Kind extends 'name' | 'string' | 'reference' | 'operator' | 'stream'>(
  value: PdfValue | undefined,
  kind: Kind,
): value is Extract<PdfValue, { kind: Kind }> =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;

const deepest = 60;
const codes = {
  percent: 0x25,
  opening: 0x28,
  closing: 0x29,
  backslash: 0x5c,
  minus: 0x2d,
  zero: 0x30,
  nine: 0x39,
} as const;
const mostDigits = 9;
const isBlank = (code: number): boolean =>
  code === 32 || code === 10 || code === 13 || code === 9 || code === 0 || code === 12;
const delimiters = new Set([...'()<>[]{}/%'].map((letter) => letter.charCodeAt(0)));
const plain = /[^()\\]*/y;
const regular = /[^\0\t\n\f\r ()<>[\]{}/%]*/y;
const reference = /[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

const strings: PdfString[] = [];

/** A string of one byte. Kerned text consists of them. */
function oneByte(code: number): PdfString {
  let string = strings[code];
  if (string === undefined) {
    string = { kind: 'string', bytes: String.fromCharCode(code) };
    strings[code] = string;
  }
  return string;
}

/** Reads values from a file or a content stream. The source has one character per byte. */
export class PdfLexer {
  readonly source: string;
  at: number;

  constructor(source: string, at = 0) {
    this.source = source;
    this.at = at;
  }

  /** Returns undefined at the end. Content streams contain no references. */
  next(hasReferences: boolean, depth = 0): PdfValue | undefined {
    this.#skipBlanks();
    const { source } = this;
    const letter = source[this.at];
    if (letter === undefined) return undefined;
    if (letter === '/') {
      this.at++;
      return {
        kind: 'name',
        name: this.#word().replace(/#([0-9a-fA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      };
    }
    if (letter === '(') return this.#literal();
    if (letter === '<' && source[this.at + 1] !== '<') return this.#hexadecimal();
    if (letter === '<' || letter === '[') return this.#group(letter === '<' ? '>>' : ']', hasReferences, depth);
    const integer = this.#integer();
    if (integer !== null) return hasReferences && integer >= 0 ? this.#referenceTo(integer) : integer;
    const word = this.#word();
    if (word === '') {
      this.at++;
      return { kind: 'operator', word: letter };
    }
    const number = numberOf(word);
    if (number === null)
      return word === 'true' ? true : word === 'false' ? false : word === 'null' ? null : { kind: 'operator', word };
    return hasReferences && /^\d+$/.test(word) ? this.#referenceTo(number) : number;
  }

  /** Most numbers of a page are short integers, for which a pattern is slow. Null if the next value is not one. */
  #integer(): number | null {
    const { source } = this;
    const isNegative = source.charCodeAt(this.at) === codes.minus;
    const from = isNegative ? this.at + 1 : this.at;
    let value = 0;
    let end = from;
    for (; end - from <= mostDigits; end++) {
      const code = source.charCodeAt(end);
      const digit = code - codes.zero;
      if (digit >= 0 && digit <= 9) value = value * 10 + digit;
      else if (!Number.isNaN(code) && !isBlank(code) && !delimiters.has(code)) return null;
      else break;
    }
    if (end === from || end - from > mostDigits) return null;
    this.at = end;
    return isNegative ? -value : value;
  }

  /** The reference that begins with this number, else the number. */
  #referenceTo(number: number): PdfValue {
    reference.lastIndex = this.at;
    if (!reference.test(this.source)) return number;
    this.at = reference.lastIndex;
    return { kind: 'reference', number };
  }

  #word(): string {
    regular.lastIndex = this.at;
    const [word = ''] = regular.exec(this.source) ?? [];
    this.at += word.length;
    return word;
  }

  #skipBlanks(): void {
    const { source } = this;
    for (;;) {
      const code = source.charCodeAt(this.at);
      if (isBlank(code)) this.at++;
      else if (code === codes.percent)
        while (this.at < source.length && !/[\r\n]/.test(source[this.at] ?? '')) this.at++;
      else return;
    }
  }

  #group(end: string, hasReferences: boolean, depth: number): PdfValue {
    this.at += end.length;
    const items: PdfValue[] = end === ']' && !hasReferences ? this.#kerned() : [];
    while (depth < deepest) {
      this.#skipBlanks();
      if (this.source.startsWith(end, this.at)) {
        this.at += end.length;
        break;
      }
      const item = this.next(hasReferences, depth + 1);
      if (item === undefined) break;
      items.push(item);
    }
    if (end === ']') return items;
    const dictionary = new Map<string, PdfValue>();
    for (let at = 0; at + 1 < items.length; at += 2) {
      const key = items[at];
      if (isKind(key, 'name')) dictionary.set(key.name, items[at + 1] ?? null);
    }
    return dictionary;
  }

  /** The strings and short integers at the beginning of an array. Kerned text has one of each for a few characters. */
  #kerned(): PdfValue[] {
    const { source } = this;
    const items: PdfValue[] = [];
    for (;;) {
      const code = source.charCodeAt(this.at);
      if (code === codes.opening) items.push(this.#literal());
      else {
        const integer = code <= codes.nine && code >= codes.minus ? this.#integer() : null;
        if (integer === null) return items;
        items.push(integer);
      }
    }
  }

  #literal(): PdfString {
    const { source } = this;
    for (let end = this.at + 1; ; end++) {
      const code = source.charCodeAt(end);
      if (code === codes.closing) {
        const from = this.at + 1;
        this.at = end + 1;
        return end - from === 1 ? oneByte(source.charCodeAt(from)) : { kind: 'string', bytes: source.slice(from, end) };
      }
      if (code === codes.opening || code === codes.backslash || Number.isNaN(code)) return this.#nestedLiteral();
    }
  }

  /** A string with parentheses or escapes. */
  #nestedLiteral(): PdfString {
    const { source } = this;
    let bytes = '';
    let depth = 0;
    for (this.at++; this.at < source.length; this.at++) {
      plain.lastIndex = this.at;
      plain.test(source);
      if (plain.lastIndex > this.at) {
        const part = source.slice(this.at, plain.lastIndex);
        bytes = bytes === '' ? part : bytes + part;
        this.at = plain.lastIndex;
      }
      const letter = source[this.at];
      if (letter === undefined || (letter === ')' && depth === 0)) break;
      if (letter === '(') depth++;
      else if (letter === ')') depth--;
      if (letter !== '\\') {
        bytes += letter;
        continue;
      }
      const [octal] = /^[0-7]{1,3}/.exec(source.slice(this.at + 1, this.at + 4)) ?? [];
      const escaped = source[this.at + 1] ?? '';
      if (octal !== undefined) bytes += String.fromCharCode(Number.parseInt(octal, 8) & 255);
      else if (escaped !== '\r' && escaped !== '\n') bytes += escapes[escaped] ?? escaped;
      this.at += octal?.length ?? (escaped === '\r' && source[this.at + 2] === '\n' ? 2 : 1);
    }
    this.at++;
    return { kind: 'string', bytes };
  }

  #hexadecimal(): PdfString {
    const end = this.source.indexOf('>', this.at);
    const digits = this.source.slice(this.at + 1, end === -1 ? undefined : end).replace(/[^0-9a-fA-F]/g, '');
    this.at = end === -1 ? this.source.length : end + 1;
    return {
      kind: 'string',
      bytes: Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1'),
    };
  }
}

/** Accepts `--5` and `4.`, which some programs write. */
function numberOf(word: string): number | null {
  if (!/^[-+]*(?:\d+\.?\d*|\.\d+)-?\d*$/.test(word)) return null;
  const number = Number.parseFloat(word.replace(/^[-+]*(?=[-+])/, ''));
  return Number.isNaN(number) ? null : number;
}

const documentEncoding =
  '\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc' +
  ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\u007f' +
  '\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e\ufffd\u20ac';

/** A text string (7.9.2.2): UTF-16, UTF-8 or PDFDocEncoding. */
export function textOfPdfString(bytes: string): string {
  if (bytes.startsWith('\u00fe\u00ff')) {
    const even = Buffer.from(bytes.slice(2, bytes.length - (bytes.length % 2)), 'latin1');
    return even
      .swap16()
      .toString('utf16le')
      .replace(/\u001b[^\u001b]*\u001b/g, '');
  }
  if (bytes.startsWith('\u00ef\u00bb\u00bf')) return Buffer.from(bytes.slice(3), 'latin1').toString('utf8');
  return bytes.replace(/[\u0018-\u001f\u0080-\u00a0]/g, (letter) => {
    const code = letter.charCodeAt(0);
    return documentEncoding[code - 0x18] ?? letter;
  });
}
