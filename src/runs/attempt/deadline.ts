import { type Blame, OsharmError } from '../../base/errors.ts';

export interface WorkLimit {
  milliseconds: number;
  /** Subject of the error message, such as `Settling`. */
  what: string;
  /** Defaults to the environment. */
  blame?: Blame;
  /** Error code. Defaults to `deadline`. */
  code?: string;
  hint?: string;
}

/**
 * Enforces the time limits of one attempt. Work that exceeds its limit or is stopped is abandoned after its signal is
 * aborted. `join` waits for abandoned work, so that it does not run into the next attempt.
 */
export class Deadline {
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #pending = new Map<Promise<void>, string>();

  constructor(signal: AbortSignal) {
    this.#signal = AbortSignal.any([signal, this.#stop.signal]);
  }

  /**
   * Runs `action` under a limit. When the limit passes or the attempt is stopped, this aborts the action's signal and
   * rejects immediately, even if the action ignores the signal. `late` receives the value of an action that finishes
   * after that.
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
    // Any fault: the caller receives it through the race.
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

  /** Aborts remaining work and waits this long for it. Returns the names of work that is still running. */
  async join(milliseconds: number): Promise<string[]> {
    this.#stop.abort(new OsharmError('The attempt is over.', { code: 'attempt-over', blame: 'harness' }));
    const timer = Promise.withResolvers<void>();
    const timeout = setTimeout(timer.resolve, milliseconds);
    await Promise.race([Promise.all(this.#pending.keys()), timer.promise]);
    clearTimeout(timeout);
    return [...this.#pending.values()];
  }

  #keep(what: string, work: Promise<unknown>): void {
    // Any fault: it belongs to the caller, who may have stopped waiting.
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
