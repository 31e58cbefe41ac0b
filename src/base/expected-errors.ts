import { OsharmError } from './errors.ts';

/** A predicate for a kind of error that a caller can handle. */
export type ErrorKind = (error: unknown) => boolean;

/** The operating system refused an operation (`ENOENT`, `ECONNREFUSED`, `ESRCH` …). */
export const isSystemError: ErrorKind = (error) =>
  error instanceof Error && /^E[A-Z0-9]+$/.test(String((error as NodeJS.ErrnoException).code));

/** A text could not be parsed: JSON, a regular expression, URL escapes, or a zod schema. */
export const isMalformed: ErrorKind = (error) =>
  error instanceof SyntaxError ||
  error instanceof URIError ||
  (error instanceof Error && /^\$?Zod/.test(error.constructor.name));

export const isExitCode: ErrorKind = (error) =>
  error instanceof Error && typeof (error as { code?: unknown }).code === 'number';

export const isTooDeep: ErrorKind = (error) => error instanceof RangeError && /call stack/.test(error.message);

export const isOsharmError: ErrorKind = (error) => error instanceof OsharmError;

export const isAborted: ErrorKind = (error) => error instanceof Error && error.name === 'AbortError';

/** Rethrows an error unless it is of an expected kind. Any other error is a bug in osharm and must not be swallowed. */
export function rethrowUnless(error: unknown, ...expected: readonly ErrorKind[]): void {
  if (!expected.some((isExpected) => isExpected(error))) throw error;
}

/** For `promise.catch(…)`: returns `value` for an error of an expected kind and rethrows any other. */
export function fallback<T>(value: T, ...expected: readonly ErrorKind[]): (error: unknown) => T {
  return (error) => {
    rethrowUnless(error, ...expected);
    return value;
  };
}

/** Marks a promise that is awaited later. Node would exit on a rejection that has no handler yet. */
export function awaitLater(promise: Promise<unknown>): void {
  // Any fault: the later await receives it.
  promise.catch(() => {});
}
