import { createHash } from 'node:crypto';

const pieceBytes = 256 * 1024;

export interface BodyStream {
  /** Returns a promise to await before the next write, or null. */
  write(chunk: Buffer): Promise<void> | null;
  end(): string;
}

/** Sends bodies out of the container through the log, before the entries that refer to them. */
export class Bodies {
  readonly #sent = new Set<string>();
  readonly #write: (line: string) => Promise<void> | null;
  #streams = 0;

  /** `write` returns a promise if the reader is behind. */
  constructor(write: (line: string) => Promise<void> | null) {
    this.#write = write;
  }

  /** Sends each body only once. */
  readonly keep = (content: Uint8Array): string => {
    const hash = createHash('sha256').update(content).digest('hex');
    if (this.#sent.has(hash)) return hash;
    this.#sent.add(hash);
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    for (let at = 0; at === 0 || at < bytes.length; at += pieceBytes)
      this.#write(`${JSON.stringify({ body: hash, piece: bytes.toString('base64', at, at + pieceBytes) })}\n`);
    return hash;
  };

  open(): BodyStream {
    const stream = `s${++this.#streams}`;
    const hash = createHash('sha256');
    return {
      write: (chunk) => {
        hash.update(chunk);
        return this.#write(`${JSON.stringify({ stream, piece: chunk.toString('base64') })}\n`);
      },
      end: () => {
        const digest = hash.digest('hex');
        this.#write(`${JSON.stringify({ stream, body: digest })}\n`);
        return digest;
      },
    };
  }
}
