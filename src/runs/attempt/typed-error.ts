import { OsharmError } from '../../base/errors.ts';
import { machineLimit } from '../../base/record/machine-limit.ts';
import type { RecordedError } from '../../base/record/run-json.ts';

/** Any thrown value as a typed error: what isn't ours is a fault of the harness, and is not tried again. */
export function typedError(thrown: unknown): OsharmError {
  if (thrown instanceof OsharmError) return thrown;
  const limit = machineLimit(thrown);
  if (limit !== null) return limit;
  const message = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return new OsharmError(`unexpected: ${message}`, { code: 'unexpected', blame: 'harness', cause: thrown });
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
