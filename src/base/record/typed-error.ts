import { OsharmError } from '../errors.ts';
import { machineLimit } from './machine-limit.ts';
import type { RecordedError } from './run-json.ts';

/**
 * Any thrown value as a typed error. What has no type is a fault of the harness, and is not tried again: `code` says what failed, and
 * without one the message has the stack.
 */
export function typedError(thrown: unknown, code?: string): OsharmError {
  if (thrown instanceof OsharmError) return thrown;
  const limit = machineLimit(thrown);
  if (limit !== null) return limit;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (code !== undefined) return new OsharmError(message, { code, blame: 'harness', cause: thrown });
  const stack = (thrown instanceof Error ? thrown.stack : undefined) ?? message;
  return new OsharmError(`unexpected: ${stack}`, { code: 'unexpected', blame: 'harness', cause: thrown });
}

/** Any thrown value as `run.json` holds it; `phase` is what the run was doing. */
export function recordedError(thrown: unknown, phase: string | null): RecordedError {
  const error = typedError(thrown);
  return {
    code: error.code,
    message: error.message,
    blame: error.blame,
    isRetryable: error.isRetryable,
    hint: error.hint ?? null,
    phase,
  };
}

/** True for faults that are nobody's result: the run may be made once more. */
export function isRetryableInfrastructure(error: OsharmError): boolean {
  return error.isRetryable && (error.blame === 'harness' || error.blame === 'environment');
}
