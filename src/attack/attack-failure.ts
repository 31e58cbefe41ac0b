import { type Blame, OsharmError } from '../errors.ts';

/** The injection could not be put in place. */
export function attackFailure(
  message: string,
  options: { code: string; blame: Blame; isRetryable?: boolean; hint?: string; cause?: unknown },
): OsharmError {
  return new OsharmError(message, options);
}
