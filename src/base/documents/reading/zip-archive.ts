import { inflateRawSync } from 'node:zlib';
import { inflateSync } from 'fflate';
import { OverReadingLimit } from '../over-reading-limit.ts';
import { zipDirectory, zipFault } from '../text/zip-directory.ts';

const partLimit = 64 * 1024 * 1024;
const mostParts = 20_000;
/** Marks a field whose value is in the zip64 extra field, whose id is 1. */
const inExtra = 0xffffffff;

/** The fault of an archive whose files can only be found by their local headers. */
export const withoutDirectory = 'It is a zip archive without a directory.';

/** The remaining limit for unpacking a file and the files in it. */
export interface ReadingBudget {
  bytes: number;
}

interface ZipEntry {
  method: number;
  packed: number;
  size: number;
  header: number;
  comment: string;
}

/** A zip archive whose parts are unpacked on first access, each once. */
export class ZipArchive {
  readonly #content: Buffer;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  readonly #parts = new Map<string, Buffer | null>();
  readonly comment: string;
  readonly #budget: ReadingBudget;

  private constructor(content: Buffer, entries: ReadonlyMap<string, ZipEntry>, comment: string, budget: ReadingBudget) {
    this.#budget = budget;
    this.#content = content;
    this.#entries = entries;
    this.comment = comment;
  }

  /** Null if the content is not a zip archive; a sentence if programs may read different contents from it. */
  static open(bytes: Uint8Array, budget: ReadingBudget): ZipArchive | string | null {
    if (bytes.length < 22 || bytes[0] !== 0x50 || bytes[1] !== 0x4b) return null;
    const fault = zipFault(bytes);
    if (fault !== null) return fault;
    const directory = zipDirectory(bytes);
    if (directory === null) return bytes[2] === 3 && bytes[3] === 4 ? withoutDirectory : null;
    if (directory.count > mostParts) throw new OverReadingLimit(`It has more than ${mostParts} parts.`);
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const entries = new Map<string, ZipEntry>();
    let at = directory.offset;
    for (let part = 0; part < directory.count; part += 1) {
      const nameEnd = at + 46 + content.readUInt16LE(at + 28);
      const extraEnd = nameEnd + content.readUInt16LE(at + 30);
      const end = extraEnd + content.readUInt16LE(at + 32);
      // In the order of the extra field, which contains only the values that don't fit.
      const large = largeFields(content.subarray(nameEnd, extraEnd));
      const [size, packed, header] = [24, 20, 42].map((field) => {
        const value = content.readUInt32LE(at + field);
        return value === inExtra ? (large.shift() ?? value) : value;
      }) as [number, number, number];
      entries.set(content.toString('utf8', at + 46, nameEnd), {
        method: content.readUInt16LE(at + 10),
        packed,
        size,
        header,
        comment: content.toString('utf8', extraEnd, end),
      });
      at = end;
    }
    return new ZipArchive(content, entries, directory.comment, budget);
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  commentOn(name: string): string {
    return this.#entries.get(name)?.comment ?? '';
  }

  /** Null if the part is missing or damaged. Throws OverReadingLimit above 64 MB, or if the budget is spent. */
  bytes(name: string): Buffer | null {
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    const entry = this.#entries.get(name);
    const part = entry === undefined ? null : this.#unpack(entry);
    this.#parts.set(name, part);
    return part;
  }

  text(name: string): string | null {
    const bytes = this.bytes(name);
    return bytes === null ? null : decodedPart(bytes);
  }

  #unpack({ method, packed, size, header }: ZipEntry): Buffer | null {
    if (size > partLimit) throw new OverReadingLimit(`It unpacks to more than ${partLimit / 2 ** 20} MB.`);
    if (size > this.#budget.bytes) throw new OverReadingLimit('It unpacks to more than 128 MB.');
    if (header + 30 > this.#content.length) return null;
    const from = header + 30 + this.#content.readUInt16LE(header + 26) + this.#content.readUInt16LE(header + 28);
    const body = this.#content.subarray(from, from + packed);
    if (method !== 0 && method !== 8) return null;
    try {
      const part = method === 0 ? body : inflated(body, size);
      if (part.length !== size) return null;
      this.#budget.bytes -= part.length;
      return part;
    } catch {
      // Any fault: the bytes are not a stream, or longer than the directory states.
      return null;
    }
  }
}

/** The 64-bit values of the zip64 extra field, empty without one. */
function largeFields(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2);
    const body = extra.subarray(at + 4, at + 4 + length);
    if (extra.readUInt16LE(at) === 1)
      return Array.from({ length: body.length >> 3 }, (_, index) => Number(body.readBigUInt64LE(index * 8)));
    at += 4 + length;
  }
  return [];
}

/**
 * Uses fflate for small parts, because creating Node's inflater is slower than unpacking them. Throws above `size`
 * bytes.
 */
function inflated(body: Buffer, size: number): Buffer {
  if (size > smallPart) return inflateRawSync(body, { maxOutputLength: size });
  const part = inflateSync(body, { out: new Uint8Array(size + 1) });
  return Buffer.from(part.buffer, part.byteOffset, part.byteLength);
}

const smallPart = 32 * 1024;

/** XML parts may be in UTF-16. */
function decodedPart(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return bytes.toString('utf8');
}
