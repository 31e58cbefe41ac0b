const period = 200;
/** Shorter stalls are normal under load and are not counted. */
const shortest = 1_000;
const remembered = 120_000;

/**
 * Measures how long this process's event loop stalled without working, because the machine gave it no time or it was
 * suspended. A late answer during a stall is no evidence against the desktop. Time that the process spends working
 * doesn't count, because the agent may have caused the work. The timer does not keep the process alive.
 */
export class LoopWatch {
  readonly #now: () => number;
  readonly #worked: () => number;
  readonly #holds: { at: number; milliseconds: number }[] = [];
  #last: number;
  #lastWorked: number;

  /** `worked`: CPU milliseconds of this thread. */
  constructor(now: () => number = () => performance.now(), worked: () => number = threadWorked) {
    this.#now = now;
    this.#worked = worked;
    this.#last = now();
    this.#lastWorked = worked();
  }

  start(): void {
    setInterval(() => this.measure(), period).unref();
  }

  /** Must be called every `period`. */
  measure(): void {
    const now = this.#now();
    const worked = this.#worked();
    const milliseconds = now - this.#last - period - (worked - this.#lastWorked);
    if (milliseconds >= shortest) this.#holds.push({ at: now, milliseconds });
    while (this.#holds[0] !== undefined && this.#holds[0].at < now - remembered) this.#holds.shift();
    this.#last = now;
    this.#lastWorked = worked;
  }

  /** Stalled milliseconds of the last two minutes. */
  held(): number {
    this.measure();
    return this.#holds.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  }
}

function threadWorked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

let shared: LoopWatch | null = null;

export function loopWatch(): LoopWatch {
  if (shared === null) {
    shared = new LoopWatch();
    shared.start();
  }
  return shared;
}
