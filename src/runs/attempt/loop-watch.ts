/** Milliseconds between two looks. */
const period = 200;
/** Shorter holds are a busy machine's, and are not counted. */
const shortest = 1_000;
/** How long holds are remembered, in milliseconds. */
const remembered = 120_000;

/**
 * Knows for how long this process's event loop stood still through no work of its own: the machine gave it no time, or
 * a person stopped it. An answer that is late meanwhile says nothing about the desktop. The process's own work is no
 * excuse, because the agent may have caused it. It keeps no process alive.
 */
export class LoopWatch {
  readonly #now: () => number;
  readonly #worked: () => number;
  readonly #holds: { at: number; milliseconds: number }[] = [];
  #last: number;
  #lastWorked: number;

  /** `worked`: milliseconds that this thread has worked. */
  constructor(now: () => number = () => performance.now(), worked: () => number = threadWorked) {
    this.#now = now;
    this.#worked = worked;
    this.#last = now();
    this.#lastWorked = worked();
  }

  start(): void {
    setInterval(() => this.look(), period).unref();
  }

  /** Call every `period`. */
  look(): void {
    const now = this.#now();
    const worked = this.#worked();
    const milliseconds = now - this.#last - period - (worked - this.#lastWorked);
    if (milliseconds >= shortest) this.#holds.push({ at: now, milliseconds });
    while (this.#holds[0] !== undefined && this.#holds[0].at < now - remembered) this.#holds.shift();
    this.#last = now;
    this.#lastWorked = worked;
  }

  /** Milliseconds that it was held in the last two minutes. */
  held(): number {
    this.look();
    return this.#holds.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  }
}

function threadWorked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
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
