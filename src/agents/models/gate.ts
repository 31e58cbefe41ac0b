export type GateOutcome = { ok: true } | { ok: false; isTooMuch: boolean; waitMs?: number };
const unknown: GateOutcome = { ok: false, isTooMuch: false };

/**
 * Limits concurrent calls to one model. When the provider reports overload, the limit halves and new calls wait. After
 * as many successes as the limit, it grows by one.
 */
export class Gate {
  readonly #maximum: number;
  #limit: number;
  #running = 0;
  #successes = 0;
  #closedUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #waiting: (() => void)[] = [];

  constructor(maximum = 8) {
    this.#maximum = maximum;
    this.#limit = maximum;
  }

  get limit(): number {
    return this.#limit;
  }

  async #enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#isOpen() && this.#waiting.length === 0) {
      this.#running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const stop = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', stop, { once: true });
      this.#waiting.push(go);
      this.#wake();
    });
  }

  /**
   * Runs a call once a slot is free and releases the slot afterwards. The limit adapts to the outcome passed to
   * `ended`; a call that throws first leaves it unchanged. Rejects with the call's error, or with the signal's reason
   * if it aborts while the call waits.
   */
  async pass<T>(
    call: (ended: (outcome: GateOutcome) => void) => Promise<T>,
    signal?: AbortSignal | undefined,
  ): Promise<T> {
    await this.#enter(signal);
    let outcome = unknown;
    try {
      return await call((gateOutcome) => {
        outcome = gateOutcome;
      });
    } finally {
      this.#leave(outcome);
    }
  }

  #leave(outcome: GateOutcome): void {
    this.#running -= 1;
    if (outcome.ok) {
      this.#successes += 1;
      if (this.#successes >= this.#limit && this.#limit < this.#maximum) {
        this.#limit += 1;
        this.#successes = 0;
      }
    } else if (outcome.isTooMuch) {
      this.#limit = Math.max(1, Math.floor(this.#limit / 2));
      this.#successes = 0;
      this.#closedUntil = Math.max(this.#closedUntil, Date.now() + (outcome.waitMs ?? 0));
    }
    this.#wake();
  }

  #isOpen(): boolean {
    return this.#running < this.#limit && Date.now() >= this.#closedUntil;
  }

  #wake(): void {
    while (this.#waiting.length > 0 && this.#isOpen()) {
      this.#running += 1;
      this.#waiting.shift()?.();
    }
    const wait = this.#closedUntil - Date.now();
    if (this.#waiting.length > 0 && wait > 0 && this.#timer === undefined) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#wake();
      }, wait + 1);
    }
  }
}

const gates = new Map<string, Gate>();

export function gateOf(model: string, maximum?: number): Gate {
  let gate = gates.get(model);
  if (gate === undefined) {
    gate = new Gate(maximum);
    gates.set(model, gate);
  }
  return gate;
}
