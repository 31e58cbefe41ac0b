/** A fixed number of places. If all are taken, callers wait in order. */
export class FreePlaces {
  readonly capacity: number;
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Rejects with the signal's reason if it aborts first. */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#taken < this.capacity) {
      this.#taken += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(go);
    });
  }

  /** Hands the place to whoever waits longest. */
  free(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken -= 1;
    else next();
  }
}
