import { createHash } from 'node:crypto';

/** Bytes of a body in one line of the log, before base64. */
const pieceBytes = 256 * 1024;

/** Bodies go out of the container by the log's way, before the entry that names them; each only once. */
export class Bodies {
  readonly #sent = new Set<string>();
  readonly #write: (line: string) => void;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** Keeps a whole body; returns its SHA-256 in hex. */
  readonly keep = (content: Uint8Array): string => {
    const hash = createHash('sha256').update(content).digest('hex');
    if (this.#sent.has(hash)) return hash;
    this.#sent.add(hash);
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    for (let at = 0; at === 0 || at < bytes.length; at += pieceBytes)
      this.#write(`${JSON.stringify({ body: hash, piece: bytes.toString('base64', at, at + pieceBytes) })}\n`);
    return hash;
  };
}
