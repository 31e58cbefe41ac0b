import type { OsharmError } from '../errors.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import { probeResultFolder } from '../record/probe-result-folder.ts';
import type { ProcessIdentity } from '../record/process-identity.ts';
import { isComplete } from '../record/read-run.ts';
import { recordFailureCodes } from '../record/record-failure.ts';
import { EqualErrors } from './equal-errors.ts';
import { Leases } from './leases.ts';
import type { RunResult } from './make-attempt.ts';
import { makeRun } from './make-run.ts';
import type { Sweep } from './plan-sweep.ts';
import { typedError } from './typed-error.ts';

/** Errors of one cause in a row after which a sweep stops. */
const usualMostEqual = 5;

export type SweepEvent =
  | { kind: 'run-started'; run: PlannedRun }
  | { kind: 'step'; run: PlannedRun; step: number }
  | { kind: 'run-ended'; run: PlannedRun; result: RunResult; durationMs: number }
  | { kind: 'run-elsewhere'; run: PlannedRun; holder: ProcessIdentity };

export interface SweepResult {
  /** Runs of this process, in the order in which they ended. */
  made: { run: PlannedRun; result: RunResult }[];
  /** Runs that another process is making. */
  elsewhere: PlannedRun[];
  /** Set where the sweep can't go on: the rest was not begun. */
  fatal: OsharmError | null;
  /** Set where so many runs in a row failed for one cause that the others would have too: `left` runs were not begun. */
  doomed: { error: OsharmError; times: number; left: number } | null;
}

/**
 * Makes the runs of a sweep that are not complete, `parallel` at a time, each under its lease. Shows first that results can be written and
 * that desktops can be had, and that agent and model answer. Ends early on the signal, where nothing can be recorded any more, and after
 * errors of one cause in a row (`maxEqualErrors`); else one run's fault never ends the others.
 * Throws UsageError and EnvironmentError before the first desktop; later faults are in the result.
 */
export async function runSweep(
  sweep: Sweep,
  options: { signal: AbortSignal; onEvent(event: SweepEvent): void },
): Promise<SweepResult> {
  const { request, provider } = sweep;
  const result: SweepResult = { made: [], elsewhere: [], fatal: null, doomed: null };
  if (sweep.runs.every((run) => run.isComplete)) return result;
  probeResultFolder(request.resultDir, request.parallel);
  await provider.check();
  await sweep.dependencies.tryAgent?.(sweep.runs.find((run) => !run.isComplete) as PlannedRun, options.signal);
  const leases = new Leases(request.resultDir);
  try {
    leases.plan(sweep.runs.map((run) => run.directory));
    await makeRuns(sweep, result, { ...options, leases });
  } finally {
    leases.close();
  }
  return result;
}

async function makeRuns(
  sweep: Sweep,
  result: SweepResult,
  options: { leases: Leases; signal: AbortSignal; onEvent(event: SweepEvent): void },
): Promise<void> {
  const { signal, leases, onEvent } = options;
  const queue = sweep.runs.filter((run) => !run.isComplete);
  const equal = new EqualErrors();
  const mostEqual = sweep.request.maxEqualErrors ?? usualMostEqual;

  const one = async (run: PlannedRun): Promise<void> => {
    const holder = leases.take(run.directory);
    if (holder !== null) {
      result.elsewhere.push(run);
      onEvent({ kind: 'run-elsewhere', run, holder });
      return;
    }
    try {
      // Another process may have finished it since the plan was made.
      if (sweep.request.fresh !== true && isComplete(run.directory)) return;
      onEvent({ kind: 'run-started', run });
      const start = performance.now();
      const made = await makeRun(sweep, run, { signal, onStep: (step) => onEvent({ kind: 'step', run, step }) });
      result.made.push({ run, result: made });
      if (made.error !== null && endsSweep(made.error)) result.fatal ??= made.error;
      const times = made.outcome === 'stopped' ? 0 : equal.add(made.error, run);
      if (made.error !== null && mostEqual > 0 && times >= mostEqual && queue.length > 0)
        result.doomed ??= { error: made.error, times, left: queue.length };
      onEvent({ kind: 'run-ended', run, result: made, durationMs: performance.now() - start });
    } finally {
      leases.release(run.directory);
    }
  };

  const worker = async (): Promise<void> => {
    while (!signal.aborted && result.fatal === null && result.doomed === null) {
      const run = queue.shift();
      if (run === undefined) return;
      try {
        await one(run);
      } catch (error) {
        // A run records its own faults: what is thrown is that they can't be recorded, which concerns the whole sweep.
        result.fatal ??= typedError(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, sweep.request.parallel) }, worker));
}

function endsSweep(error: OsharmError): boolean {
  return recordFailureCodes.has(error.code) || error.code === 'max-cost-reached';
}
