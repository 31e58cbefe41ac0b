import { setTimeout as sleep } from 'node:timers/promises';
import { GuestClient } from '../../../desktop/client/guest-client.ts';
import { type DesktopOfRun, runningDesktops } from '../../../desktop/client/running-desktops.ts';
import { thumbnailOf } from '../files/picture.ts';

const everyMs = 2000;
const believedMs = 1000;
/** How long a desktop that did not respond is skipped. */
const pausedMs = 10_000;
const longestMs = 4000;
/** About the size of an uncompressed 8K screenshot. */
const mostBytes = 40_000_000;
/** Largest share of time spent on screenshots of all desktops, so that watching does not slow down runs. */
const largestShare = 0.1;
const longestPauseMs = 5000;

interface Watched {
  webp: Buffer | null;
  takenAt: number;
  failedAt: number;
  taking: Promise<Buffer | null> | null;
}

/**
 * A screenshot is the only request sent, so neither pointer nor focus changes. The agent may control the returned
 * bytes, so they are limited in size, decoded and re-encoded.
 */
export class Desktops {
  readonly #watched = new Map<string, Watched>();
  readonly #find: () => readonly DesktopOfRun[];
  #found: { at: number; controls: ReadonlyMap<string, string> } = { at: Number.NEGATIVE_INFINITY, controls: new Map() };
  #turn: Promise<unknown> = Promise.resolve();
  #freeAt = 0;

  constructor(find: () => readonly DesktopOfRun[] = runningDesktops) {
    this.#find = find;
  }

  canSee(directory: string): boolean {
    const control = this.#controls().get(directory);
    return control !== undefined && performance.now() - (this.#watched.get(control)?.failedAt ?? -pausedMs) >= pausedMs;
  }

  /** The desktop's screen as WebP, up to about two seconds old; null if it can't be captured. */
  async picture(directory: string): Promise<Buffer | null> {
    const control = this.#controls().get(directory);
    if (control === undefined || !this.canSee(directory)) return null;
    const watched = this.#watched.get(control) ?? newlyWatched();
    this.#watched.set(control, watched);
    if (watched.webp !== null && performance.now() - watched.takenAt < everyMs) return watched.webp;
    watched.taking ??= this.#inTurn(watched.webp === null, () => take(control))
      .then(
        (webp) => {
          watched.webp = webp;
          watched.takenAt = performance.now();
          return webp;
        },
        () => {
          watched.failedAt = performance.now();
          return null;
        },
      )
      .finally(() => {
        watched.taking = null;
      });
    return watched.taking;
  }

  #controls(): ReadonlyMap<string, string> {
    if (performance.now() - this.#found.at >= believedMs) {
      const controls = new Map(this.#find().map(({ run, control }) => [run, control]));
      this.#found = { at: performance.now(), controls };
      const present = new Set(controls.values());
      for (const control of this.#watched.keys()) if (!present.has(control)) this.#watched.delete(control);
    }
    return this.#found.controls;
  }

  /** The pause between actions grows with their duration. A desktop's first picture skips it. */
  async #inTurn<T>(isFirst: boolean, action: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(async () => {
      if (!isFirst) await sleep(Math.max(0, this.#freeAt - performance.now()), undefined, { ref: false });
      const start = performance.now();
      try {
        return await action();
      } finally {
        const now = performance.now();
        this.#freeAt = now + Math.min(longestPauseMs, (now - start) * (1 / largestShare - 1));
      }
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }
}

const newlyWatched = (): Watched => ({ webp: null, takenAt: 0, failedAt: Number.NEGATIVE_INFINITY, taking: null });

async function take(socketPath: string): Promise<Buffer> {
  const client = new GuestClient({ socketPath });
  try {
    return await thumbnailOf(await client.screenshot(AbortSignal.timeout(longestMs), mostBytes), 960);
  } finally {
    client.close();
  }
}
