import type { Stats } from 'node:fs';

/** Milliseconds within which the log has noted what this process opened. */
const longestDelay = 2_000;

/**
 * Files that the supervisor itself opens: the log of opened files sees them like any other, and not by whom. Those that
 * it reads below the overlay have a device of their own, and wake nobody.
 */
class OwnOpens {
  readonly #watched = new Map<string, string>();
  #recent: { path: string; time: number }[] = [];

  /** From now on what this process opens of this file counts. */
  watch(path: string, stat: Stats): void {
    // A file with several names keeps the first, as in the log.
    if (!this.#watched.has(keyOf(stat))) this.#watched.set(keyOf(stat), path);
  }

  /** Call for every file of the desktop that is opened here, with the time before it was opened: the log may be quicker than this. */
  note(stat: Stats, begun: number): void {
    const path = this.#watched.get(keyOf(stat));
    if (path !== undefined) this.#recent.push({ path, time: begun });
  }

  /** Whether something that was noted is one of them; each is taken once. */
  take({ opened, time }: { opened: string; time: number }): boolean {
    this.#recent = this.#recent.filter((own) => own.time > Date.now() - longestDelay);
    const at = this.#recent.findIndex((own) => own.path === opened && time >= own.time - 1);
    if (at >= 0) this.#recent.splice(at, 1);
    return at >= 0;
  }
}

const keyOf = ({ dev, ino }: Stats): string => `${dev}:${ino}`;

export const ownOpens = new OwnOpens();
