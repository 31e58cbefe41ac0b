import { inflateRawSync } from 'node:zlib';
import { inflateSync } from 'fflate';
import { OverReadingLimit } from '../over-reading-limit.ts';
import { zipFault } from '../text/zip-directory.ts';

const partLimit = 64 * 1024 * 1024;
const mostParts = 20_000;
const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;

/** What may still be unpacked of a file and the files in it. */
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
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let end = content.length - 22;
    while (end >= 0 && content.readUInt32LE(end) !== endSignature) end--;
    if (end < 0) return null;
    const entries = new Map<string, ZipEntry>();
    // The directory ends at the end record, so it is found backwards even if its offset is a zip64 field.
    let at = content.readUInt32LE(end + 16);
    while (at + 46 <= content.length && content.readUInt32LE(at) === entrySignature) {
      if (entries.size >= mostParts) throw new OverReadingLimit(`It has more than ${mostParts} parts.`);
      const [name, extra, comment] = [28, 30, 32].map((field) => content.readUInt16LE(at + field)) as [
        number,
        number,
        number,
      ];
      entries.set(content.toString('utf8', at + 46, at + 46 + name), {
        method: content.readUInt16LE(at + 10),
        packed: content.readUInt32LE(at + 20),
        size: content.readUInt32LE(at + 24),
        header: content.readUInt32LE(at + 42),
        comment: content.toString('utf8', at + 46 + name + extra, at + 46 + name + extra + comment),
      });
      at += 46 + name + extra + comment;
    }
    return new ZipArchive(content, entries, content.toString('utf8', end + 22), budget);
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

/** Creating Node's inflater is slower than unpacking small parts. Throws above `size` bytes. */
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
