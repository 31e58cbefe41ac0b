import { type Blame, OsharmError } from '../../base/errors.ts';

/** What one piece of work may take. */
export interface WorkLimit {
  milliseconds: number;
  /** What is done, as an error says it: `Settling`. */
  what: string;
  /** Left out: the environment. */
  blame?: Blame;
  /** Of the error; left out: `deadline`, which may pass. */
  code?: string;
  hint?: string;
}

/**
 * The deadline of one attempt: every piece of its work runs under it. Work that is given up (its limit, a stop) is told so by
 * its signal and let go; `join` waits for all that was let go, so that nothing of one attempt goes on into the next.
 */
export class Deadline {
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #pending = new Map<Promise<void>, string>();

  /** `signal`: the person's. */
  constructor(signal: AbortSignal) {
    this.#signal = AbortSignal.any([signal, this.#stop.signal]);
  }

  /**
   * Runs `action`. Its signal is aborted when the limit passes or the attempt is stopped; either way this rejects at once, even if
   * the action ignores its signal. After the limit the error is `deadline`, blamed as given, and may be retried. `late` gets what an
   * action that was given up brings all the same.
   */
  async run<T>(
    limit: WorkLimit,
    action: (signal: AbortSignal) => Promise<T>,
    late?: (value: T) => Promise<void>,
  ): Promise<T> {
    this.#signal.throwIfAborted();
    const controller = new AbortController();
    const ended = Promise.withResolvers<never>();
    const end = (reason: unknown): void => {
      controller.abort(reason);
      ended.reject(reason);
    };
    const timer = setTimeout(() => end(tooLong(limit)), limit.milliseconds);
    const onStop = (): void => end(this.#signal.reason);
    this.#signal.addEventListener('abort', onStop, { once: true });
    const work = (async () => action(controller.signal))();
    const race = Promise.race([work, ended.promise]);
    // Any fault: the caller has it by the race itself.
    const inTime = race.then(
      () => true,
      () => false,
    );
    this.#keep(
      limit.what,
      work.then(async (value) => ((await inTime) ? undefined : late?.(value))),
    );
    try {
      return await race;
    } finally {
      clearTimeout(timer);
      this.#signal.removeEventListener('abort', onStop);
    }
  }

  /** Stops what still goes on and waits for its end. Returns what has not ended after so long. */
  async join(milliseconds: number): Promise<string[]> {
    this.#stop.abort(new OsharmError('The attempt is over.', { code: 'attempt-over', blame: 'harness' }));
    const timer = Promise.withResolvers<void>();
    const timeout = setTimeout(timer.resolve, milliseconds);
    await Promise.race([Promise.all(this.#pending.keys()), timer.promise]);
    clearTimeout(timeout);
    return [...this.#pending.values()];
  }

  #keep(what: string, work: Promise<unknown>): void {
    // Any fault: it is the caller's, who may have stopped listening.
    const settled = work.then(
      () => {},
      () => {},
    );
    this.#pending.set(settled, what);
    settled.then(() => this.#pending.delete(settled));
  }
}

function tooLong({ what, milliseconds, blame, code, hint }: WorkLimit): OsharmError {
  return new OsharmError(`${what} took longer than ${milliseconds / 1000} s.`, {
    code: code ?? 'deadline',
    blame: blame ?? 'environment',
    isRetryable: code === undefined,
    hint,
  });
}
