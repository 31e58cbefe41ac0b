import { ViewerError } from '../viewer-error.ts';
import { thumbnail } from './picture.ts';
import { openRunFile } from './safe-file.ts';

const mostBytes = 40_000_000;
/** Each decoded picture uses eight megabytes. */
const mostAtOnce = 2;
const mostFaults = 5000;
/** Requested widths are rounded up to one of these, so that similar sizes do not fill the cache. */
const widths = [240, 480, 960];

/** A 40 MB LRU cache of thumbnails. The key contains the file's inode, time and size, so hard links share an entry. */
export class Thumbnails {
  readonly #kept = new Map<string, Buffer>();
  readonly #faults = new Map<string, ViewerError>();
  readonly #making = new Map<string, Promise<Buffer>>();
  readonly #waiting: (() => void)[] = [];
  #atOnce = 0;
  #bytes = 0;

  /** Throws ViewerError (404, 403, 422). */
  async get(
    root: string,
    directory: string,
    name: string,
    requestedWidth: number,
  ): Promise<{ webp: Buffer; stamp: string }> {
    const { file, bytes, stamp } = await openRunFile(root, directory, name);
    const width = widths.find((value) => value >= requestedWidth) ?? 960;
    const key = `${stamp}-${width}`;
    try {
      const fault = this.#faults.get(key);
      if (fault !== undefined) throw fault;
      const kept = this.#kept.get(key);
      if (kept !== undefined) {
        this.#kept.delete(key);
        this.#kept.set(key, kept);
        return { webp: kept, stamp };
      }
      const going = this.#making.get(key);
      if (going !== undefined) return { webp: await going, stamp };
      const making = this.#inTurn(() => thumbnail(file, bytes, width));
      this.#making.set(key, making);
      const webp = await making;
      this.#keep(key, webp);
      return { webp, stamp };
    } catch (error) {
      if (error instanceof ViewerError && this.#faults.size < mostFaults) this.#faults.set(key, error);
      throw error;
    } finally {
      this.#making.delete(key);
      await file.close();
    }
  }

  async #inTurn<T>(action: () => Promise<T>): Promise<T> {
    if (this.#atOnce >= mostAtOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#atOnce += 1;
    try {
      return await action();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#atOnce -= 1;
      else next();
    }
  }

  #keep(key: string, webp: Buffer): void {
    this.#kept.set(key, webp);
    this.#bytes += webp.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= mostBytes) break;
      this.#kept.delete(oldest);
      this.#bytes -= length;
    }
  }
}
