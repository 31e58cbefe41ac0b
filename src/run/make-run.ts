import type { OsharmError } from '../errors.ts';
import { recordFailureCodes } from '../record/record-failure.ts';
import type { RunJson } from '../record/run-json.ts';
import { type Attempt, attemptRun } from './attempt-run.ts';
import type { RunContext } from './run-context.ts';
import { setAside } from './set-aside.ts';
import { isRetryableInfrastructure, recordedError } from './typed-error.ts';

/** Attempts of one run: a fault of the infrastructure gets one more. */
const attemptLimit = 2;

/**
 * Makes one run. What is there of an earlier, incomplete one is set aside first; so is the first attempt where an infrastructure
 * fault is worth another. An agent that destroyed its desktop has its result: it never gets another attempt.
 */
export async function makeRun(context: RunContext): Promise<Attempt> {
  const { clock } = context.border;
  const { directory } = context.run.spec;
  setAside(directory, context, clock.now());
  const earlier: RunJson['attempts'] = [];
  for (;;) {
    const startedAt = clock.now();
    const attempt = await attemptRun(context, earlier);
    const { error } = attempt;
    if (error === null || !isWorthAnother(error, earlier.length + 1) || context.signal.aborted) return attempt;
    earlier.push({
      startedAt: new Date(startedAt).toISOString(),
      durationMs: clock.now() - startedAt,
      error: recordedError(error, attempt.runJson.error?.phase ?? null),
    });
    setAside(directory, context, clock.now());
  }
}

function isWorthAnother(error: OsharmError, made: number): boolean {
  return made < attemptLimit && isRetryableInfrastructure(error) && !recordFailureCodes.has(error.code);
}
