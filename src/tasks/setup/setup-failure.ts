import { type Blame, OsharmError } from '../../base/errors.ts';

export function setupFailure(step: string, cause: unknown): OsharmError {
  const known = cause instanceof OsharmError ? cause : null;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new OsharmError(`Set-up failed at ${step}: ${reason}`, {
    code: known?.code ?? 'setup-failed',
    blame: known?.blame ?? 'environment',
    isRetryable: known?.isRetryable ?? true,
    hint: known?.hint === undefined ? undefined : known.hint,
    cause,
  });
}

export function stepError(
  message: string,
  options: { code: string; blame: Blame; isRetryable?: boolean; hint?: string; cause?: unknown },
): OsharmError {
  return new OsharmError(message, options);
}
