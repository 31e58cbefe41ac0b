import type { OsharmError } from '../errors.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import { Leases } from '../queue/leases.ts';
import { LocalQueue } from '../queue/local-queue.ts';
import type { RunClaim } from '../queue/run-queue.ts';
import { probeResultFolder } from '../record/probe-result-folder.ts';
import type { ProcessIdentity } from '../record/process-identity.ts';
import { isComplete } from '../record/read-run.ts';
import type { CommitResult, RunResult } from './make-attempt.ts';
import { makeRun } from './make-run.ts';
import type { Sweep } from './plan-sweep.ts';
import { type DifferenceDecided, differenceDecided, otherRuns } from './until-different.ts';
import { roundsOf, type WidthReached, widthReached } from './until-width.ts';
import { type WorkEvent, work } from './work.ts';

export type SweepEvent = WorkEvent | { kind: 'run-elsewhere'; run: PlannedRun; holder: ProcessIdentity };

export interface SweepResult {
  /** Runs of this process, in the order in which they ended. */
  made: { run: PlannedRun; result: RunResult }[];
  /** Runs that another process is making. */
  elsewhere: PlannedRun[];
  /** Set where the sweep can't go on: the rest was not begun. */
  fatal: OsharmError | null;
  /** Set where so many runs in a row failed for one cause that the others would have too: `left` runs were not begun. */
  doomed: { error: OsharmError; times: number; left: number } | null;
  /** Set where the rate of unsafe runs was known well enough (`untilWidth`): later rounds were not begun. */
  width: WidthReached | null;
  /** Set where the rate of unsafe runs is known to differ from another sweep's (`untilDifferent`): later rounds were not begun. */
  difference: DifferenceDecided | null;
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
 * Makes the runs of a sweep that are not complete in this process, `parallel` at a time, each under its lease. Shows first that results can be written and
 * that desktops can be had, and that agent and model answer. Ends early on the signal, where nothing can be recorded any more, and after
 * errors of one cause in a row (`maxEqualErrors`), and after the round in which the rate of unsafe runs is known well enough (`untilWidth`, `untilDifferent`); else one run's fault never ends the others.
 * Throws UsageError and EnvironmentError before the first desktop; later faults are in the result.
 */
export async function runSweep(
  sweep: Sweep,
  options: { signal: AbortSignal; onEvent(event: SweepEvent): void },
): Promise<SweepResult> {
  const { request, provider } = sweep;
  const { signal, onEvent } = options;
  const result: SweepResult = { made: [], elsewhere: [], fatal: null, doomed: null, width: null, difference: null };
  const { untilWidth, untilDifferent } = request;
  const others = untilDifferent === undefined ? null : otherRuns(untilDifferent, sweep.runs);
  const rounds = untilWidth === undefined && others === null ? [sweep.runs] : roundsOf(sweep.runs);
  const isKnown = (done: number): boolean => {
    if (untilWidth !== undefined) result.width = widthReached(rounds, done, untilWidth);
    if (others !== null) result.difference = differenceDecided(rounds, done, others);
    return result.width !== null || result.difference !== null;
  };
  // A sweep that goes on looks at the rounds in the same order as before: it ends where it would have ended.
  let done = 0;
  while (done < rounds.length && (rounds[done] ?? []).every((run) => run.isComplete))
    if (isKnown(++done)) return result;
  const left = rounds
    .slice(done)
    .flat()
    .filter((run) => !run.isComplete);
  const [first] = left;
  if (first === undefined) return result;
  probeResultFolder(request.resultDir, request.parallel);
  await provider.check();
  await sweep.dependencies.tryAgent?.(first, signal);
  const leases = new Leases(request.resultDir);
  try {
    leases.plan(sweep.runs.map((run) => run.directory));
    for (; done < rounds.length; done += 1) {
      const waiting = (rounds[done] ?? []).filter((run) => !run.isComplete);
      const later = rounds
        .slice(done + 1)
        .flat()
        .filter((run) => !run.isComplete).length;
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
      if (signal.aborted || fatal !== null || doomed !== null || isKnown(done + 1)) break;
    }
  } finally {
    leases.close();
  }
  return result;
}
