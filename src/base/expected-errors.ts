import { OsharmError } from './errors.ts';

/** A kind of error that a caller expects, by name. */
export type ErrorKind = (error: unknown) => boolean;

/** The operating system refused: a file, the network, a process (`ENOENT`, `EACCES`, `ECONNREFUSED`, `ESRCH` …). */
export const isSystemError: ErrorKind = (error) =>
  error instanceof Error && /^E[A-Z0-9]+$/.test(String((error as NodeJS.ErrnoException).code));

/** A text is not in its form: JSON, a regular expression, a URL's escapes, a schema of zod. */
export const isMalformed: ErrorKind = (error) =>
  error instanceof SyntaxError ||
  error instanceof URIError ||
  (error instanceof Error && /^\$?Zod/.test(error.constructor.name));

/** A program ended with an exit code other than 0, as `execFile` reports it. */
export const isExitCode: ErrorKind = (error) =>
  error instanceof Error && typeof (error as { code?: unknown }).code === 'number';

/** A value is nested too deep for the stack. */
export const isTooDeep: ErrorKind = (error) => error instanceof RangeError && /call stack/.test(error.message);

/** One of our own errors, with what happened and whose doing it was. */
export const isOsharmError: ErrorKind = (error) => error instanceof OsharmError;

/** A wait was given up by its signal. */
export const isAborted: ErrorKind = (error) => error instanceof Error && error.name === 'AbortError';

/** Throws an error again unless it is of an expected kind: anything else is a fault of osharm, and must be seen. */
export function rethrowUnless(error: unknown, ...expected: readonly ErrorKind[]): void {
  if (!expected.some((isExpected) => isExpected(error))) throw error;
}

/** For `promise.catch(…)`: gives `value` in place of an error of an expected kind, and throws any other again. */
export function fallback<T>(value: T, ...expected: readonly ErrorKind[]): (error: unknown) => T {
  return (error) => {
    rethrowUnless(error, ...expected);
    return value;
  };
}

/** For a promise that is awaited later, where its error is handled: Node ends the process for a rejection that nothing handles yet. */
export function awaitLater(promise: Promise<unknown>): void {
  // Any fault: the later await has it.
  promise.catch(() => {});
}
