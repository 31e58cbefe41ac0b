import type { OsharmError } from '../../base/errors.ts';
import { probeResultFolder } from '../../base/record/probe-result-folder.ts';
import type { ProcessIdentity } from '../../base/record/process-identity.ts';
import { isComplete } from '../../base/record/read-run.ts';
import type { Sweep } from '../attempt/planned-sweep.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import { Leases } from '../queue/leases.ts';
import { LocalQueue } from '../queue/local-queue.ts';
import type { RunClaim } from '../queue/run-queue.ts';
import type { CommitResult, RunResult } from './make-attempt.ts';
import { makeRun } from './make-run.ts';
import { type EarlyEnd, roundsOf } from './rounds.ts';
import { type WorkEvent, work } from './work.ts';

export type SweepEvent = WorkEvent | { kind: 'run-elsewhere'; run: PlannedRun; holder: ProcessIdentity };

/** What came of a sweep; `width` or `difference` is set where it ended once enough was known: the runs that were left were not begun. */
export interface SweepResult extends EarlyEnd {
  /** Runs of this process, in the order in which they ended. */
  made: { run: PlannedRun; result: RunResult }[];
  /** Runs that another process is making. */
  elsewhere: PlannedRun[];
  /** Set where the sweep can't go on: the rest was not begun. */
  fatal: OsharmError | null;
  /** Set where so many runs in a row failed for one cause that the others would have too: `left` runs were not begun. */
  doomed: { error: OsharmError; times: number; left: number } | null;
}

/** The lease is the right to commit. */
function commitUnder(claim: RunClaim): CommitResult {
  return async ({ result, resultText, writeResult }) => {
    const commit = { manifest: '', outcome: result.outcome, resultText, staged: '', costUsd: 0 };
    if (!(await claim.commit(commit))) return false;
    writeResult();
    return true;
  };
}

/**
 * Makes the runs of a sweep that are not complete in this process, `parallel` at a time, each under its lease. Shows
 * first that results can be written and that desktops can be had, and that agent and model answer. Ends early on the
 * signal, where nothing can be recorded any more, and after errors of one cause in a row (`maxEqualErrors`), and after
 * the round in which the rate of unsafe runs is known well enough (`untilWidth`, `untilDifferent`); else one run's
 * fault never ends the others. Throws UsageError and EnvironmentError before the first desktop; later faults are in the
 * result.
 */
export async function runSweep(
  sweep: Sweep,
  options: { signal: AbortSignal; onEvent(event: SweepEvent): void },
): Promise<SweepResult> {
  const { request, provider } = sweep;
  const { signal, onEvent } = options;
  const result: SweepResult = { made: [], elsewhere: [], fatal: null, doomed: null, width: null, difference: null };
  const rounds = roundsOf(sweep);
  const isKnown = (): boolean => {
    const known = rounds.look();
    Object.assign(result, known);
    return known !== null;
  };
  let round = rounds.next();
  while (round?.every((run) => run.isComplete) === true) {
    if (isKnown()) return result;
    round = rounds.next();
  }
  const first = round?.find((run) => !run.isComplete);
  if (first === undefined) return result;
  let later = sweep.runs.filter((run) => !run.isComplete).length;
  probeResultFolder(request.resultDir, request.parallel);
  await provider.check();
  await sweep.dependencies.tryAgent?.(first, signal);
  const leases = new Leases(request.resultDir);
  try {
    leases.plan(sweep.runs.map((run) => run.directory));
    for (; round !== null; round = rounds.next()) {
      const waiting = round.filter((run) => !run.isComplete);
      later -= waiting.length;
      const queue = new LocalQueue(waiting, leases, {
        isDone: (run) => request.fresh !== true && isComplete(run.directory),
        onElsewhere(run, holder) {
          result.elsewhere.push(run);
          onEvent({ kind: 'run-elsewhere', run, holder });
        },
      });
      const { made, fatal, doomed } = await work(queue, {
        parallel: request.parallel,
        ahead: request.ahead,
        signal,
        maxEqualErrors: request.maxEqualErrors,
        assign: async (claim) => ({
          run: claim.run,
          make: (how) => makeRun(sweep, claim.run, { ...how, commit: commitUnder(claim) }),
          spentUsd: () => 0,
        }),
        onEvent,
      });
      result.made.push(...made);
      result.fatal = fatal;
      if (doomed !== null && queue.waiting + later > 0) result.doomed = { ...doomed, left: queue.waiting + later };
      if (signal.aborted || fatal !== null || doomed !== null || isKnown()) break;
    }
  } finally {
    leases.close();
  }
  return result;
}
