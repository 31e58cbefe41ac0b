import { OsharmError } from '../../base/errors.ts';
import { type RunResult, readResult } from '../../results/model/run-result.ts';
import { endingError, type SweepResult } from '../../runs/sweep/sweep.ts';
import { type SweepPlan, type SweepRun, sweepPlan, sweepRun, type WarnedSweep } from './sweep-event.ts';

/** The result of a sweep. */
export interface SweepOutcome {
  plan: SweepPlan;
  /** Every complete run of the plan, including those of earlier sweeps. */
  results: RunResult[];
  /** Runs that failed in this call. Another call reruns them. */
  errors: { run: SweepRun; error: OsharmError }[];
  /** The error that ended the runs of one or all agents early; null if none did. */
  endedBy: OsharmError | null;
}

/** Converts the result of a sweep to what the library returns and reporters receive. */
export function outcomeOf(prepared: readonly WarnedSweep[], result: SweepResult, stopped: boolean): SweepOutcome {
  const results = prepared.flatMap(({ sweep }) =>
    sweep.runs.map((run) => readResult(run.directory, sweep.request.out)),
  );
  return {
    plan: sweepPlan(prepared),
    results: results.filter((item) => item.isComplete),
    errors: result.executed.flatMap(({ run, result: { error, outcome } }) =>
      error === null || outcome !== 'error' ? [] : [{ run: sweepRun(run), error }],
    ),
    endedBy: endingError(result) ?? (stopped ? stoppedError() : null),
  };
}

const stoppedError = (): OsharmError =>
  new OsharmError('The sweep was stopped.', { code: 'sweep-stopped', blame: 'environment' });
