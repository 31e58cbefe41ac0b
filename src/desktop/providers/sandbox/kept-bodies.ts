import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nextTurn } from '../../../base/event-loop.ts';
import { fallback, isSystemError } from '../../../base/expected-errors.ts';

/** Bytes that are hashed in one go: some milliseconds. */
const hashPiece = 4 * 2 ** 20;
/** Bytes of all bodies of one desktop: what a desktop may write to its own disk. */
const mostBytes = 2 * 2 ** 30;

/**
 * Bodies that left a desktop, in a folder, by their SHA-256 in hex. Wait for each call before the next: pieces keep their order, and
 * whoever reads the log's next line may ask for the body. Rejects where the disk doesn't take them.
 */
export class KeptBodies {
  readonly #folder: string;
  readonly #limit: number;
  /** Bodies of which a piece was beyond the limit: by their hash, or their stream's name. */
  readonly #dropped = new Set<string>();
  #bytes = 0;
  #isMade = false;

  constructor(folder: string, limit = mostBytes) {
    this.#folder = folder;
    this.#limit = limit;
  }

  /** Adds the next piece (base64) of a body. Pieces beyond the limit are dropped: their body is then not kept. */
  async add(hash: string, piece: string): Promise<void> {
    if (/^[0-9a-f]{64}$/.test(hash)) await this.#append(hash, Buffer.from(piece, 'base64'));
  }

  /** The next piece of a body that is still on its way, or, with its hash, its end. */
  async stream(name: string, { piece, body: hash }: { piece?: string; body?: string }): Promise<void> {
    if (!/^s\d+$/.test(name)) return;
    if (piece !== undefined) await this.#append(name, Buffer.from(piece, 'base64'));
    if (hash === undefined || !/^[0-9a-f]{64}$/.test(hash)) return;
    if (this.#dropped.delete(name)) {
      this.#dropped.add(hash);
      await rm(join(this.#folder, name), { force: true });
      return;
    }
    try {
      await rename(join(this.#folder, name), join(this.#folder, hash));
    } catch (error) {
      // It was empty.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }

  async #append(name: string, bytes: Buffer): Promise<void> {
    this.#bytes += bytes.length;
    if (this.#bytes > this.#limit) {
      this.#dropped.add(name);
      return;
    }
    if (!this.#isMade) await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    this.#isMade = true;
    await appendFile(join(this.#folder, name), bytes, { mode: 0o600 });
  }

  /** Whether a body was beyond the limit and is therefore not kept. */
  isDropped(hash: string): boolean {
    return this.#dropped.has(hash);
  }

  /** Null where the body never came, not whole, or the desktop is closed. */
  async read(hash: string): Promise<Buffer | null> {
    if (!/^[0-9a-f]{64}$/.test(hash)) return null;
    const bytes = await readFile(join(this.#folder, hash)).catch(fallback(null, isSystemError));
    return bytes !== null && (await sha256(bytes)) === hash ? bytes : null;
  }
}

/** In pieces: a body may have hundreds of megabytes. */
async function sha256(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += hashPiece) {
    if (at > 0) await nextTurn();
    hash.update(bytes.subarray(at, at + hashPiece));
  }
  return hash.digest('hex');
}
