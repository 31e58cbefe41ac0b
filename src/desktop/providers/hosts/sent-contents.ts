import { createHash } from 'node:crypto';

const mostBytes = 512 * 2 ** 20;

export const contentHash = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Contents that clients sent, by SHA-256. Forgets those that were used least recently. */
export class SentContents {
  readonly #contents = new Map<string, Buffer>();
  #bytes = 0;

  get(hash: string): Buffer | null {
    const content = this.#contents.get(hash);
    if (content === undefined) return null;
    this.#contents.delete(hash);
    this.#contents.set(hash, content);
    return content;
  }

  keep(content: Buffer): string {
    const hash = contentHash(content);
    if (this.get(hash) !== null) return hash;
    this.#contents.set(hash, content);
    this.#bytes += content.length;
    for (const [oldest, { length }] of this.#contents) {
      if (this.#bytes <= mostBytes || oldest === hash) break;
      this.#contents.delete(oldest);
      this.#bytes -= length;
    }
    return hash;
  }
}
