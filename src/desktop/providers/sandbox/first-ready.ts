import { OsharmError } from '../../../base/errors.ts';

export interface Starting<D> {
  desktop: Promise<D>;
  state(): string;
}

export interface FirstReadyOptions<D> {
  start(signal: AbortSignal): Starting<D>;
  /** Milliseconds after which a second desktop is started. */
  lateMs: number;
  limitMs: number;
  signal?: AbortSignal | undefined;
  tooLong(states: string[]): Error;
  onUnused(end: Promise<D | null>): void;
}

export interface FirstReady<D> {
  desktop: D;
  /** Why a second desktop was started, or null. */
  second: string | null;
}

/**
 * Starts a desktop, and a second one if the first is late or fails with a retryable error. Returns whichever is ready
 * first. If both fail, throws the first error with the second one's message added.
 */
export async function firstReady<D>(options: FirstReadyOptions<D>): Promise<FirstReady<D>> {
  const { lateMs, limitMs, signal, onUnused } = options;
  signal?.throwIfAborted();
  const states: (() => string)[] = [];
  const start = (attemptSignal: AbortSignal): Promise<D> => {
    const { desktop, state } = options.start(attemptSignal);
    states.push(state);
    return desktop;
  };
  const stops = [new AbortController(), new AbortController()] as const;
  const stopAll = (): void => {
    for (const stop of stops) stop.abort(signal?.reason);
  };
  signal?.addEventListener('abort', stopAll, { once: true });
  let over: Error | null = null;
  const whole = setTimeout(() => {
    over = options.tooLong(states.map((state) => state()));
    for (const stop of stops) stop.abort(over);
  }, limitMs);
  const began = performance.now();
  const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const first = start(stops[0].signal);
  try {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, lateMs, 'late');
    });
    const firstEnd = first.then(
      (desktop) => ({ desktop }),
      (error: unknown) => ({ error }),
    );
    const early = await Promise.race([firstEnd, late]);
    clearTimeout(timer);
    signal?.throwIfAborted();
    if (early !== 'late' && 'desktop' in early) return { desktop: early.desktop, second: null };
    if (early !== 'late' && !mayPass(early.error)) throw early.error;
    const why =
      early === 'late'
        ? `The first desktop was not ready after ${seconds()}: ${states[0]?.()}`
        : `The first desktop failed after ${seconds()}: ${(early.error as Error).message}`;
    const second = start(stops[1].signal);
    const both = [first, second].map((desktop, at) => desktop.then((value) => ({ value, at })));
    try {
      const { value, at } = await Promise.any(both);
      const other = at === 0 ? 1 : 0;
      stops[other].abort(new Error('the other desktop was ready first'));
      // Any fault: the other desktop is used.
      onUnused((at === 0 ? second : first).catch(() => null));
      return {
        desktop: value,
        second: `${why}. The ${at === 0 ? 'first' : 'second'} one was ready ${seconds()} after the call.`,
      };
    } catch (failed) {
      signal?.throwIfAborted();
      const [error, other] = (failed as AggregateError).errors as [Error, Error];
      if (over !== null) throw over;
      const same = 'A second desktop was started too, and failed in the same way.';
      const reason = error.message === other.message ? same : `A second desktop was started too. ${other.message}`;
      throw withReason(error, reason);
    }
  } finally {
    clearTimeout(whole);
    signal?.removeEventListener('abort', stopAll);
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof OsharmError && error.isRetryable;
}

function withReason(error: Error, more: string): Error {
  if (!(error instanceof OsharmError)) return error;
  const { code, blame, isRetryable, hint } = error;
  return new OsharmError(`${error.message}\n${more}`, {
    code,
    blame,
    isRetryable,
    cause: error,
    hint,
  });
}
