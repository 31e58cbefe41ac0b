/** Milliseconds between two looks. */
const period = 200;
/** Shorter holds are a busy machine's, and are not counted. */
const shortest = 1_000;
/** How long holds are remembered, in milliseconds. */
const remembered = 120_000;

/**
 * Knows for how long this process's event loop stood still, whatever held it: its own work, a machine that gave it no time, somebody who stopped
 * it. Who waits for an answer meanwhile learns nothing of whoever should give it. It keeps no process alive.
 */
export class LoopWatch {
  readonly #now: () => number;
  readonly #holds: { at: number; milliseconds: number }[] = [];
  #last: number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#last = now();
  }

  start(): void {
    setInterval(() => this.look(), period).unref();
  }

  /** Call every `period`. */
  look(): void {
    const now = this.#now();
    const milliseconds = now - this.#last - period;
    if (milliseconds >= shortest) this.#holds.push({ at: now, milliseconds });
    while (this.#holds[0] !== undefined && this.#holds[0].at < now - remembered) this.#holds.shift();
    this.#last = now;
  }

  /** Milliseconds that it was held in the last two minutes. */
  held(): number {
    this.look();
    return this.#holds.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  }
}

let shared: LoopWatch | null = null;

/** That of this process, which starts with the first call. */
export function loopWatch(): LoopWatch {
  if (shared === null) {
    shared = new LoopWatch();
    shared.start();
  }
  return shared;
}
