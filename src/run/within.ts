import { type Blame, OsharmError } from '../errors.ts';

/**
 * Runs `action` with a deadline. Its signal is aborted when the deadline passes or `signal` is; either way this rejects at once,
 * even if the action ignores its signal. After the deadline the error is `deadline`, blamed as given, and may be retried.
 */
export async function within<T>(
  limit: { milliseconds: number; what: string; blame?: Blame },
  signal: AbortSignal,
  action: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const own = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const ended = new Promise<never>((_, reject) => {
    const end = (reason: unknown): void => {
      own.abort(reason);
      reject(reason);
    };
    timer = setTimeout(() => {
      end(
        new OsharmError(`${limit.what} took longer than ${limit.milliseconds / 1000} s.`, {
          code: 'deadline',
          blame: limit.blame ?? 'environment',
          isRetryable: true,
        }),
      );
    }, limit.milliseconds);
    onAbort = () => end(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  const work = action(own.signal);
  // Whichever loses the race must not become an unhandled rejection.
  work.catch(() => {});
  ended.catch(() => {});
  try {
    return await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
  }
}
