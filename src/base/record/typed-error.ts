import { OsharmError } from '../errors.ts';
import { machineLimit } from './machine-limit.ts';
import type { RecordedError } from './run-json.ts';

/**
 * Converts a thrown value. Untyped errors, except those of machine limits, are harness faults and not retryable;
 * without `code`, the stack is included.
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

/** `phase` is the run's phase at that time. */
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

/** Whether the run may be repeated, because its failure is not a result. */
export function isRetryableInfrastructure(error: OsharmError): boolean {
  return error.isRetryable && (error.blame === 'harness' || error.blame === 'environment');
}
