import type { ProcessIdentity } from '../desktop/process-identity.ts';
import type { OsharmError } from '../errors.ts';
import { isComplete } from '../record/read-run.ts';
import { recordFailureCodes } from '../record/record-failure.ts';
import type { Attempt } from './attempt-run.ts';
import type { ResumableRun } from './check-resume.ts';
import type { Leases } from './leases.ts';
import { makeRun } from './make-run.ts';
import type { SweepContext } from './run-context.ts';

export type SweepEvent =
  | { kind: 'run-started'; run: ResumableRun }
  | { kind: 'step'; run: ResumableRun; step: number }
  | { kind: 'run-ended'; run: ResumableRun; attempt: Attempt; durationMs: number }
  | { kind: 'run-elsewhere'; run: ResumableRun; holder: ProcessIdentity };

export interface SweepResult {
  /** Runs of this process, in the order in which they ended. */
  attempts: { run: ResumableRun; attempt: Attempt }[];
  /** Runs that another process is making. */
  elsewhere: ResumableRun[];
  /** Set where results can't be written any more: the rest was not begun. */
  fatal: OsharmError | null;
}

/**
 * Makes the runs that are not complete, `parallel` at a time, each under its lease. Ends early on the signal and where nothing
 * can be recorded any more. One run's fault never ends the others.
 */
export async function sweep(
  context: SweepContext,
  runs: readonly ResumableRun[],
  options: { parallel: number; leases: Leases; signal: AbortSignal; onEvent(event: SweepEvent): void },
): Promise<SweepResult> {
  const { signal, leases, onEvent } = options;
  const queue = runs.filter((run) => !run.isComplete);
  const result: SweepResult = { attempts: [], elsewhere: [], fatal: null };

  const one = async (run: ResumableRun): Promise<void> => {
    const { directory } = run.run.spec;
    const holder = leases.take(directory);
    if (holder !== null) {
      result.elsewhere.push(run);
      onEvent({ kind: 'run-elsewhere', run, holder });
      return;
    }
    try {
      // Another process may have finished it since the plan was made.
      if (isComplete(directory)) return;
      onEvent({ kind: 'run-started', run });
      const start = performance.now();
      const attempt = await makeRun({
        ...context,
        run: run.run,
        spec: run.spec,
        specHash: run.specHash,
        signal,
        onStep: (step) => onEvent({ kind: 'step', run, step }),
      });
      result.attempts.push({ run, attempt });
      if (attempt.error !== null && endsSweep(attempt.error)) result.fatal ??= attempt.error;
      onEvent({ kind: 'run-ended', run, attempt, durationMs: performance.now() - start });
    } finally {
      leases.release(directory);
    }
  };

  const worker = async (): Promise<void> => {
    for (let run = queue.shift(); run !== undefined; run = queue.shift()) {
      if (signal.aborted || result.fatal !== null) return;
      try {
        await one(run);
      } catch (error) {
        // Only recording throws: the whole sweep is concerned.
        result.fatal ??= error as OsharmError;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.parallel) }, worker));
  return result;
}

function endsSweep(error: OsharmError): boolean {
  return recordFailureCodes.has(error.code) || error.code === 'max-cost-reached';
}
