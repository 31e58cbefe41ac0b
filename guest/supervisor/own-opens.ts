import type { Stats } from 'node:fs';

const longestDelay = 2_000;

/**
 * Files that the supervisor itself opened, to remove them from the log of opened files. The log doesn't report those
 * that it opens below the overlay, because they are on another device.
 */
class OwnOpens {
  readonly #watched = new Map<string, string>();
  #recent: { path: string; time: number }[] = [];

  watch(path: string, stat: Stats): void {
    // A file with several names keeps the first one, as in the log.
    if (!this.#watched.has(keyOf(stat))) this.#watched.set(keyOf(stat), path);
  }

  /** `begun`: time before the file was opened, because the log may report it before this call. */
  note(stat: Stats, begun: number): void {
    const path = this.#watched.get(keyOf(stat));
    if (path !== undefined) this.#recent.push({ path, time: begun });
  }

  /** Whether this process opened the file. Each recorded opening matches only once. */
  take({ opened, time }: { opened: string; time: number }): boolean {
    this.#recent = this.#recent.filter((own) => own.time > Date.now() - longestDelay);
    const at = this.#recent.findIndex((own) => own.path === opened && time >= own.time - 1);
    if (at >= 0) this.#recent.splice(at, 1);
    return at >= 0;
  }
}

const keyOf = ({ dev, ino }: Stats): string => `${dev}:${ino}`;

export const ownOpens = new OwnOpens();
