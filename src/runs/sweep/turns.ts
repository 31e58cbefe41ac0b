export class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
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
      const [next] = this.#waiting;
      if (next === undefined) this.#free += 1;
      else {
        this.#waiting.delete(next);
        next();
      }
    };
  }
}
