export class Turns {
  #count: number;
  /** Below 0 while more turns are taken than `#count` allows. */
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#count = count;
    this.#free = count;
  }

  get count(): number {
    return this.#count;
  }

  /** Turns in progress. */
  get taken(): number {
    return this.#count - this.#free;
  }

  /** Changes the number of turns. Turns in progress continue. */
  resize(count: number): void {
    this.#free += count - this.#count;
    this.#count = count;
    while (this.#free > 0 && this.#waiting.size > 0) {
      this.#free -= 1;
      this.#grantNext();
    }
  }

  /** Waits for a turn and returns the function that ends it. Throws the signal's reason on abort. */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else
      await new Promise<void>((resolve, reject) => {
        const grant = (): void => {
          signal.removeEventListener('abort', stop);
          resolve();
        };
        const stop = (): void => {
          this.#waiting.delete(grant);
          reject(signal.reason);
        };
        signal.addEventListener('abort', stop, { once: true });
        this.#waiting.add(grant);
      });
    let isEnded = false;
    return () => {
      if (isEnded) return;
      isEnded = true;
      if (this.#free < 0 || this.#waiting.size === 0) this.#free += 1;
      else this.#grantNext();
    };
  }

  #grantNext(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    this.#waiting.delete(next);
    next();
  }
}
