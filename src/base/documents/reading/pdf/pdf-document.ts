import { OverReadingLimit } from '../../over-reading-limit.ts';
import type { ReadingBudget } from '../zip-archive.ts';
import { decrypted, type EncryptionEntries, type EncryptionMethod, keyWithoutPassword } from './pdf-encryption.ts';
import { decodedStream } from './pdf-filters.ts';
import {
  isArray,
  isDictionary,
  isKind,
  type PdfDictionary,
  PdfLexer,
  type PdfObjectId,
  type PdfStream,
  type PdfValue,
  textOfPdfString,
} from './pdf-syntax.ts';

const mostObjects = 1_000_000;

/** The location of an object: an offset in the file, or an index in an object stream. */
type Place = { at: number } | { stream: number; index: number };

interface PdfLock {
  key: Buffer;
  streams: EncryptionMethod;
  strings: EncryptionMethod;
  /** Number of the object that describes the encryption. */
  exempt: number | null;
  isMetadataEncrypted: boolean;
}

/** The objects of a PDF file, read on first access. */
export class PdfDocument {
  readonly #bytes: Buffer;
  readonly #source: string;
  readonly #places = new Map<number, Place | null>();
  readonly #objects = new Map<number, PdfValue>();
  readonly #packed = new Map<number, PdfValue[]>();
  readonly #open = new Set<number>();
  readonly #budget: ReadingBudget;
  #lock: PdfLock | null = null;
  trailer: PdfDictionary = new Map();

  /** Throws OverReadingLimit for more than a million objects. */
  constructor(content: Uint8Array, budget: ReadingBudget) {
    this.#budget = budget;
    this.#bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    this.#source = this.#bytes.toString('latin1');
    if (!this.#readTables() || !isDictionary(this.get(this.trailer, 'Root'))) this.#search();
  }

  /** Decrypts the file if necessary. False if it needs a password or uses an unknown encryption. */
  unlock(): boolean {
    const encryption = this.trailer.get('Encrypt');
    if (this.resolve(encryption) === null) return true;
    const entries = this.#encryptionEntries();
    const key = entries === null ? null : keyWithoutPassword(entries);
    if (entries === null || key === null) return false;
    const { streams, strings, isMetadataEncrypted } = entries;
    const exempt = isKind(encryption, 'reference') ? encryption.number : null;
    this.#lock = { key, streams, strings, exempt, isMetadataEncrypted };
    this.#objects.clear();
    this.#packed.clear();
    if (!isDictionary(this.get(this.trailer, 'Root'))) this.#search();
    return true;
  }

  #encryptionEntries(): EncryptionEntries | null {
    const encryption = this.get(this.trailer, 'Encrypt');
    const number = (key: string, usual: number): number => {
      const value = this.get(encryption, key);
      return typeof value === 'number' ? value : usual;
    };
    const bytes = (key: string): Buffer => bytesOf(this.get(encryption, key));
    const [version, revision] = [number('V', 0), number('R', 0)];
    const methodOf = (key: string): EncryptionMethod | null => {
      if (version < 4) return 'RC4';
      const name = this.name(encryption, key) ?? 'Identity';
      if (name === 'Identity') return 'none';
      const method = this.name(this.get(this.get(encryption, 'CF'), name), 'CFM');
      return methods[method ?? 'None'] ?? null;
    };
    const [streams, strings] = [methodOf('StmF'), methodOf('StrF')];
    const isKnown = [1, 2, 4, 5].includes(version) && revision >= 2 && revision <= 6;
    if (this.name(encryption, 'Filter') !== 'Standard' || !isKnown || streams === null || strings === null) return null;
    return {
      version,
      revision,
      keyLength: version === 1 ? 5 : version === 4 ? 16 : Math.min(16, Math.max(5, number('Length', 40) >> 3)),
      owner: bytes('O'),
      user: bytes('U'),
      userKey: bytes('UE'),
      permissions: number('P', 0),
      isMetadataEncrypted: this.get(encryption, 'EncryptMetadata') !== false,
      streams,
      strings,
      firstId: bytesOf(this.resolve(this.list(this.trailer, 'ID')[0])),
    };
  }

  /** Follows references. Null if the value is missing. */
  resolve(value: PdfValue | undefined): PdfValue {
    let found: PdfValue = value ?? null;
    for (let turn = 0; isKind(found, 'reference') && turn < 20; turn++) found = this.#object(found.number);
    return isKind(found, 'reference') ? null : found;
  }

  get(dictionary: PdfValue | undefined, key: string): PdfValue {
    const holder = this.resolve(dictionary);
    if (isKind(holder, 'stream')) return this.resolve(holder.dictionary.get(key));
    return isDictionary(holder) ? this.resolve(holder.get(key)) : null;
  }

  name(dictionary: PdfValue | undefined, key: string): string | null {
    const value = this.get(dictionary, key);
    return isKind(value, 'name') ? value.name : null;
  }

  text(dictionary: PdfValue | undefined, key: string): string {
    return this.textOf(this.get(dictionary, key));
  }

  textOf(value: PdfValue | undefined): string {
    const found = this.resolve(value);
    if (isKind(found, 'stream')) return textOfPdfString(this.stream(found)?.toString('latin1') ?? '');
    return isKind(found, 'string') ? textOfPdfString(found.bytes) : '';
  }

  list(dictionary: PdfValue | undefined, key: string): readonly PdfValue[] {
    const value = this.get(dictionary, key);
    return isArray(value) ? value : [];
  }

  /** The decoded bytes. Null for images and unknown filters. Throws OverReadingLimit if the budget is spent. */
  stream(stream: PdfStream): Buffer | null {
    const { dictionary } = stream;
    const filter = this.get(dictionary, 'Filter') ?? this.get(dictionary, 'F');
    const parameters = this.get(dictionary, 'DecodeParms') ?? this.get(dictionary, 'DP');
    const filters = (isArray(filter) ? filter : [filter]).flatMap((item) => {
      const found = this.resolve(item);
      return isKind(found, 'name') ? [found.name] : [];
    });
    const raw = this.#plain(stream, filters);
    const settings = isArray(parameters) ? parameters.map((item) => this.resolve(item)) : [parameters];
    const decoded = decodedStream(raw, filters, settings);
    this.#budget.bytes -= decoded?.length ?? 0;
    if (this.#budget.bytes < 0) throw new OverReadingLimit('It unpacks to more than 128 MB.');
    return decoded;
  }

  #plain(stream: PdfStream, filters: readonly string[]): Buffer {
    const raw = this.#bytes.subarray(stream.from, this.#endOf(stream));
    // Cross-reference streams are never encrypted. Streams with a Crypt filter are assumed not to be.
    const type = this.name(stream, 'Type');
    if (this.#lock === null || filters.includes('Crypt') || type === 'XRef') return raw;
    if (type === 'Metadata' && !this.#lock.isMetadataEncrypted) return raw;
    return decrypted(raw, this.#lock.streams, this.#lock.key, stream.object);
  }

  #plainValue(value: PdfValue, object: PdfObjectId): PdfValue {
    const lock = this.#lock;
    if (lock === null || lock.exempt === object.number) return value;
    const decode = (item: PdfValue): PdfValue => {
      if (isKind(item, 'string'))
        return { kind: 'string', bytes: decrypted(bytesOf(item), lock.strings, lock.key, object).toString('latin1') };
      if (isArray(item)) return item.map(decode);
      return isDictionary(item) ? new Map([...item].map(([key, inner]) => [key, decode(inner)])) : item;
    };
    return decode(value);
  }

  #endOf({ dictionary, from }: PdfStream): number {
    const length = this.get(dictionary, 'Length');
    const end = from + (typeof length === 'number' ? length : -1);
    if (typeof length === 'number' && /^\s*endstream/.test(this.#source.slice(end, end + 20))) return end;
    const mark = this.#source.indexOf('endstream', from);
    if (mark === -1) return this.#source.length;
    return this.#source[mark - 1] === '\n' ? (this.#source[mark - 2] === '\r' ? mark - 2 : mark - 1) : mark;
  }

  #object(number: number): PdfValue {
    const known = this.#objects.get(number);
    if (known !== undefined) return known;
    const place = this.#places.get(number) ?? null;
    if (place === null || this.#open.has(number)) return null;
    this.#open.add(number);
    const value = 'at' in place ? this.#valueAt(place.at, number) : this.#unpacked(place.stream, place.index);
    this.#open.delete(number);
    this.#objects.set(number, value);
    return value;
  }

  #valueAt(at: number, number: number): PdfValue {
    const lexer = new PdfLexer(this.#source, at);
    const [first, second, word] = [lexer.next(false), lexer.next(false), lexer.next(false)];
    if (first !== number || !isKind(word, 'operator') || word.word !== 'obj') return null;
    const object = { number, generation: typeof second === 'number' ? second : 0 };
    const value = this.#plainValue(lexer.next(true) ?? null, object);
    if (!isDictionary(value)) return isKind(value, 'operator') ? null : value;
    const mark = /[\0\t\n\f\r ]*stream(\r\n|\n|\r)/y;
    mark.lastIndex = lexer.at;
    return mark.test(this.#source) ? { kind: 'stream', dictionary: value, from: mark.lastIndex, object } : value;
  }

  #unpacked(stream: number, index: number): PdfValue {
    let values = this.#packed.get(stream);
    if (values === undefined) {
      values = [];
      const holder = this.#object(stream);
      const content = isKind(holder, 'stream') ? this.stream(holder) : null;
      const [count, first] = [this.get(holder, 'N'), this.get(holder, 'First')];
      if (content !== null && typeof count === 'number' && typeof first === 'number') {
        const source = content.toString('latin1');
        const head = new PdfLexer(source);
        for (let at = 0; at < Math.min(count, mostObjects); at++) {
          head.next(false);
          const offset = head.next(false);
          if (typeof offset !== 'number') break;
          values.push(new PdfLexer(source, first + offset).next(true) ?? null);
        }
      }
      this.#packed.set(stream, values);
    }
    return values[index] ?? null;
  }

  #readTables(): boolean {
    const end = this.#source.lastIndexOf('startxref');
    const [, first] = /^startxref\s+(\d+)/.exec(this.#source.slice(end, end + 40)) ?? [];
    const waiting = first === undefined ? [] : [Number(first)];
    const seen = new Set<number>();
    while (waiting.length > 0) {
      const at = waiting.shift() ?? 0;
      if (seen.has(at)) continue;
      seen.add(at);
      const trailer = /^\s*xref/.test(this.#source.slice(at, at + 20)) ? this.#readTable(at) : this.#readReferences(at);
      if (trailer === null) return false;
      this.trailer = new Map([...trailer, ...this.trailer]);
      for (const key of ['XRefStm', 'Prev']) {
        const next = trailer.get(key);
        if (typeof next === 'number') waiting.push(next);
      }
    }
    return this.#places.size > 0;
  }

  #note(number: number, place: Place | null): void {
    // In a hybrid file, entries of the stream replace free entries of the table.
    if (this.#places.get(number) == null) this.#places.set(number, place);
    if (this.#places.size > mostObjects) throw new OverReadingLimit(`It has more than ${mostObjects} objects.`);
  }

  #readTable(at: number): PdfDictionary | null {
    const head = /\s*xref\s*/y;
    head.lastIndex = at;
    head.test(this.#source);
    let place = head.lastIndex;
    for (;;) {
      const section = /(\d+)\s+(\d+)\s*\n?\r?/y;
      section.lastIndex = place;
      const [whole, from, count] = section.exec(this.#source) ?? [];
      if (whole === undefined) break;
      place += whole.length;
      for (let index = 0; index < Number(count); index++) {
        const row = /\s*(\d{1,10})\s+(\d{1,5})\s+([nf])\s*/y;
        row.lastIndex = place;
        const [line, offset, , kind] = row.exec(this.#source) ?? [];
        if (line === undefined) break;
        place += line.length;
        this.#note(Number(from) + index, kind === 'n' ? { at: Number(offset) } : null);
      }
    }
    const lexer = new PdfLexer(this.#source, place);
    const word = lexer.next(false);
    const trailer = isKind(word, 'operator') && word.word === 'trailer' ? lexer.next(true) : null;
    return isDictionary(trailer) ? trailer : null;
  }

  #readReferences(at: number): PdfDictionary | null {
    const [, number] = /^\s*(\d+)\s+\d+\s+obj/.exec(this.#source.slice(at, at + 40)) ?? [];
    const holder = number === undefined ? null : this.#valueAt(at, Number(number));
    if (!isKind(holder, 'stream')) return null;
    const content = this.stream(holder);
    const widths = this.list(holder, 'W').map(Number);
    const size = this.get(holder, 'Size');
    const index = this.list(holder, 'Index');
    if (content === null || widths.length < 3 || typeof size !== 'number') return null;
    const [first = 0, second = 0, third = 0] = widths;
    const sections = index.length > 0 ? index.map(Number) : [0, size];
    const field = (from: number, width: number, usual: number): number => {
      let value = width === 0 ? usual : 0;
      for (let i = 0; i < width; i++) value = value * 256 + (content[from + i] ?? 0);
      return value;
    };
    let row = 0;
    for (let section = 0; section + 1 < sections.length; section += 2)
      for (let item = 0; item < (sections[section + 1] ?? 0); item++) {
        if (row + first + second + third > content.length) break;
        const kind = field(row, first, 1);
        const [a, b] = [field(row + first, second, 0), field(row + first + second, third, 0)];
        const place = kind === 1 ? { at: a } : kind === 2 ? { stream: a, index: b } : null;
        this.#note((sections[section] ?? 0) + item, place);
        row += first + second + third;
      }
    return holder.dictionary;
  }

  /** Replaces damaged cross-reference tables: the last object with each number counts, as in PDF repair tools. */
  #search(): void {
    this.#places.clear();
    this.#objects.clear();
    for (const match of this.#source.matchAll(/(?<![\d.])(\d{1,9})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj\b/g)) {
      this.#places.set(Number(match[1]), { at: match.index });
      if (this.#places.size > mostObjects) throw new OverReadingLimit(`It has more than ${mostObjects} objects.`);
    }
    const trailers = [...this.#source.matchAll(/trailer\s*(?=<<)/g)].slice(-20);
    for (const match of trailers) {
      const trailer = new PdfLexer(this.#source, match.index + match[0].length).next(true);
      if (isDictionary(trailer)) this.trailer = new Map([...this.trailer, ...trailer]);
    }
    for (const number of [...this.#places.keys()]) {
      const value = this.#object(number);
      const type = this.name(value, 'Type');
      if (type === 'ObjStm' && isKind(value, 'stream')) this.#noteObjectsOf(number, value);
      if (type === 'XRef' && isKind(value, 'stream')) this.trailer = new Map([...value.dictionary, ...this.trailer]);
      if (type === 'Catalog' && !isDictionary(this.get(this.trailer, 'Root')))
        this.trailer = new Map([...this.trailer, ['Root', { kind: 'reference', number }]]);
    }
  }

  #noteObjectsOf(number: number, holder: PdfStream): void {
    const head = new PdfLexer(this.stream(holder)?.toString('latin1') ?? '');
    const count = this.get(holder, 'N');
    for (let index = 0; typeof count === 'number' && index < Math.min(count, mostObjects); index++) {
      const inner = head.next(false);
      head.next(false);
      if (typeof inner !== 'number') return;
      if (!this.#places.has(inner)) this.#places.set(inner, { stream: number, index });
    }
  }
}

const methods: Readonly<Record<string, EncryptionMethod>> = {
  None: 'none',
  V2: 'RC4',
  AESV2: 'AES-128',
  AESV3: 'AES-256',
};

const bytesOf = (value: PdfValue): Buffer => Buffer.from(isKind(value, 'string') ? value.bytes : '', 'latin1');
