import { createHash } from 'node:crypto';

/** Bytes of a body in one line of the log, before base64. */
const pieceBytes = 256 * 1024;

/** A body that is still on its way. */
export interface BodyStream {
  /** Null where more can follow at once; else what to wait for. */
  write(chunk: Buffer): Promise<void> | null;
  /** SHA-256 in hex of all that was written. */
  end(): string;
}

/** Bodies go out of the container by the log's way, before the entry that names them. */
export class Bodies {
  readonly #sent = new Set<string>();
  readonly #write: (line: string) => Promise<void> | null;
  #streams = 0;

  /** `write` takes one line; it gives something to wait for where the reader is behind. */
  constructor(write: (line: string) => Promise<void> | null) {
    this.#write = write;
  }

  /** Keeps a whole body, each only once; returns its SHA-256 in hex. */
  readonly keep = (content: Uint8Array): string => {
    const hash = createHash('sha256').update(content).digest('hex');
    if (this.#sent.has(hash)) return hash;
    this.#sent.add(hash);
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    for (let at = 0; at === 0 || at < bytes.length; at += pieceBytes)
      this.#write(`${JSON.stringify({ body: hash, piece: bytes.toString('base64', at, at + pieceBytes) })}\n`);
    return hash;
  };

  /** Keeps a body piece by piece, without holding it. */
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
