import type { Turns } from '../../base/turns.ts';

/** One run's turn among those of its worker. A run can be set up before its turn, but acts only during it. */
export class RunTurn {
  /** Stops the run: on `stop`, and on `giveUp` until the turn begins. */
  readonly signal: AbortSignal;
  readonly #turns: Turns;
  readonly #giveUp: AbortSignal;
  readonly #waiting = new AbortController();
  readonly #onStart: () => void;
  readonly #stopWaiting = (): void => this.#waiting.abort(this.#giveUp.reason);
  #taken: Promise<() => void> | null = null;
  #hasStarted = false;

  constructor(turns: Turns, { stop, giveUp, onStart }: { stop: AbortSignal; giveUp: AbortSignal; onStart(): void }) {
    this.#turns = turns;
    this.#giveUp = giveUp;
    this.#onStart = onStart;
    this.signal = AbortSignal.any([stop, this.#waiting.signal]);
    giveUp.addEventListener('abort', this.#stopWaiting, { once: true });
    if (giveUp.aborted) this.#stopWaiting();
  }

  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  /** Waits for the turn; resolves immediately if it has begun. Throws the reason of `signal` on abort. */
  async begin(): Promise<void> {
    this.#taken ??= this.#turns.take(this.signal);
    await this.#taken;
    this.start();
    this.#giveUp.removeEventListener('abort', this.#stopWaiting);
  }

  /** Reports the start, once. */
  start(): void {
    if (!this.#hasStarted) this.#onStart();
    this.#hasStarted = true;
  }

  /** Ends the turn, or the wait for it. */
  async end(): Promise<void> {
    // A turn that was never granted does not need to be ended. The waiting run already received the reason.
    const [taken] = await Promise.allSettled(this.#taken === null ? [] : [this.#taken]);
    if (taken?.status === 'fulfilled') taken.value();
    this.#giveUp.removeEventListener('abort', this.#stopWaiting);
  }
}
