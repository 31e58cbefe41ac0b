import { OsharmError } from '../../base/errors.ts';

/** What was thrown, as an error with a code. */
export function asOsharmError(error: unknown): OsharmError {
  if (error instanceof OsharmError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new OsharmError(message, { code: 'judge-failed', blame: 'harness', cause: error });
}
