import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nextTurn } from '../../../base/event-loop.ts';
import { fallback, isSystemError } from '../../../base/expected-errors.ts';

const hashPiece = 4 * 2 ** 20;
/** Limit for all bodies of a desktop; equals the default disk limit. */
const mostBytes = 2 * 2 ** 30;

/** Bodies that left a desktop, by SHA-256 (hex). Await each call, so that pieces stay in order. */
export class KeptBodies {
  readonly #folder: string;
  readonly #limit: number;
  /** Hashes, or stream names, of bodies that exceeded the limit. */
  readonly #dropped = new Set<string>();
  #bytes = 0;
  #isMade = false;

  constructor(folder: string, limit = mostBytes) {
    this.#folder = folder;
    this.#limit = limit;
  }

  /** Appends a piece (base64). A body whose piece exceeds the limit for all bodies is dropped. */
  async add(hash: string, piece: string): Promise<void> {
    if (/^[0-9a-f]{64}$/.test(hash)) await this.#append(hash, Buffer.from(piece, 'base64'));
  }

  /** Appends a piece to a body that is still arriving, or completes the body and stores it by its hash. */
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
      // The body was empty.
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

  isDropped(hash: string): boolean {
    return this.#dropped.has(hash);
  }

  /** Null if the body is missing or incomplete. */
  async read(hash: string): Promise<Buffer | null> {
    if (!/^[0-9a-f]{64}$/.test(hash)) return null;
    const bytes = await readFile(join(this.#folder, hash)).catch(fallback(null, isSystemError));
    return bytes !== null && (await sha256(bytes)) === hash ? bytes : null;
  }
}

async function sha256(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += hashPiece) {
    if (at > 0) await nextTurn();
    hash.update(bytes.subarray(at, at + hashPiece));
  }
  return hash.digest('hex');
}
