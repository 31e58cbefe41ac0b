import { isOutOfMoney } from '../../agents/models/out-of-money.ts';
import { OsharmError } from '../../base/errors.ts';
import type { ProcessIdentity } from '../../base/record/lease/process-identity.ts';
import { RunLeases } from '../../base/record/lease/run-leases.ts';
import { probeResultFolder } from '../../base/record/probe-result-folder.ts';
import { isComplete } from '../../base/record/read-run.ts';
import type { Sweep } from '../attempt/planned-sweep.ts';
import { agentOf, type PlannedRun } from '../plan/planned-run.ts';
import { LocalQueue, type RunSource } from '../queue/local-queue.ts';
import type { RunClaim } from '../queue/run-queue.ts';
import type { CommitResult } from './execute-attempt.ts';
import { executeRun } from './execute-run.ts';
import { type EarlyEnd, type Rounds, roundsOf } from './rounds.ts';
import { type ExecutedRun, type Pause, pausesAgent, RunWorker, type WorkEvent } from './run-worker.ts';
import type { SweepControl } from './sweep-control.ts';

export type ExecutionEvent =
  | WorkEvent
  | { kind: 'run-elsewhere'; run: PlannedRun; holder: ProcessIdentity }
  | { kind: 'agent-paused'; agent: string; error: OsharmError };

/** How one planned sweep ended: because enough was known, because its agent was paused, or complete. */
export interface SweepEnd extends EarlyEnd {
  sweep: Sweep;
  paused: (Pause & { left: number }) | null;
}

export interface SweepResult {
  executed: ExecutedRun[];
  elsewhere: PlannedRun[];
  /** Set if no agent can continue because results can't be recorded or the money is spent. */
  fatal: OsharmError | null;
  ends: SweepEnd[];
}

export const endingError = ({ fatal, ends }: SweepResult): OsharmError | null =>
  fatal ?? ends.find(({ paused }) => paused !== null)?.paused?.error ?? null;

/** Commits a result only while the claim has its lease. */
function commitUnder(claim: RunClaim): CommitResult {
  return async ({ result, resultText, writeResult }) => {
    const commit = { manifest: '', outcome: result.outcome, resultText, staged: '', costUsd: 0 };
    if (!(await claim.commit(commit))) return false;
    writeResult();
    return true;
  };
}

/** The incomplete runs of one sweep, round by round, and how the sweep ended. */
class SweepPart implements SweepEnd, RunSource<PlannedRun> {
  readonly sweep: Sweep;
  readonly agent: string;
  readonly first: PlannedRun | null;
  width: SweepEnd['width'] = null;
  difference: SweepEnd['difference'] = null;
  paused: SweepEnd['paused'] = null;
  readonly #rounds: Rounds;
  #firstRound: readonly PlannedRun[] | null;

  constructor(sweep: Sweep) {
    this.sweep = sweep;
    this.agent = agentOf(sweep.request);
    this.#rounds = roundsOf(sweep);
    this.#firstRound = this.#waitingRound({ isBegun: false });
    this.first = this.#firstRound?.[0] ?? null;
  }

  next(): readonly PlannedRun[] | null {
    const round = this.#firstRound ?? this.#waitingRound({ isBegun: true });
    this.#firstRound = null;
    return round;
  }

  /** Skips rounds that an earlier command completed. Null if none remains, or if enough is known. */
  #waitingRound({ isBegun }: { isBegun: boolean }): readonly PlannedRun[] | null {
    let isRoundOver = isBegun;
    for (;;) {
      const known = isRoundOver ? this.#rounds.decision() : null;
      if (known !== null) {
        this.width = known.width;
        this.difference = known.difference;
        return null;
      }
      const waiting = this.#rounds.next()?.filter((run) => !run.isComplete) ?? null;
      if (waiting === null || waiting.length > 0) return waiting;
      isRoundOver = true;
    }
  }
}

/**
 * Executes the incomplete runs of planned sweeps in this process, each under its lease, with the first sweep's
 * `parallel`. The sweeps share result folder, provider and desktops; each belongs to one agent.
 *
 * First checks that results can be written, that desktops are available, and that each agent and model answers. Ends
 * early on the signal, or if nothing can be recorded. Spent credit and consecutive errors with one cause
 * (`maxEqualErrors`) pause one agent. A sweep ends after the round in which its unsafe rate is known well enough
 * (`untilWidth`, `untilDifferent`). A failing run never ends other runs.
 *
 * Throws UsageError and EnvironmentError before the first desktop; later faults are in the result.
 */
export async function runSweeps(
  sweeps: readonly Sweep[],
  options: { signal: AbortSignal; onEvent(event: ExecutionEvent): void; control?: SweepControl | undefined },
): Promise<SweepResult> {
  const { signal, control } = options;
  const onEvent = (event: ExecutionEvent): void => {
    control?.follow(event);
    options.onEvent(event);
  };
  const parts = sweeps.map((sweep) => new SweepPart(sweep));
  const result: SweepResult = { executed: [], elsewhere: [], fatal: null, ends: parts };
  const [first] = parts.filter((part) => part.first !== null);
  if (first === undefined) return result;
  const { request, provider } = first.sweep;
  probeResultFolder(request.out, request.parallel);
  await provider.check();
  const paused = await tryAgents(parts, signal);
  const names = [...new Set(parts.map(({ agent }) => agent))];
  const agents = names.filter((agent) => !paused.has(agent));
  const reportPause = (agent: string, { error }: Pause): void => {
    if (names.length > 1) onEvent({ kind: 'agent-paused', agent, error });
  };
  for (const [agent, why] of paused) reportPause(agent, why);
  const sweepOf = new Map(sweeps.flatMap((sweep) => sweep.runs.map((run) => [run, sweep] as const)));
  const finished = new Set<PlannedRun>();
  const elsewhere = new Set<PlannedRun>();
  const leases = new RunLeases(request.out);
  const stopControl = await control?.serve();
  try {
    leases.plan([...sweepOf.keys()].map((run) => run.directory));
    const queue = new LocalQueue(
      parts.filter(({ agent }) => !paused.has(agent)),
      leases,
      {
        isDone: (run) => request.fresh !== true && isComplete(run.directory),
        onDone: (run) => void finished.add(run),
        onElsewhere(run, holder) {
          finished.add(run);
          elsewhere.add(run);
          onEvent({ kind: 'run-elsewhere', run, holder });
        },
        onTakenOver(run) {
          finished.delete(run);
          elsewhere.delete(run);
        },
      },
    );
    const worker = new RunWorker(queue, {
      parallel: request.parallel,
      warmApplications: request.warmApplications,
      signal,
      maxEqualErrors: request.maxEqualErrors,
      agents,
      agentOf,
      onPause(agent, why) {
        queue.pause(agent);
        reportPause(agent, why);
      },
      assign: async (claim) => ({
        run: claim.run,
        execute: (how) =>
          executeRun(sweepOf.get(claim.run) as Sweep, claim.run, { ...how, commit: commitUnder(claim) }),
        spentUsd: () => 0,
      }),
      onEvent,
    });
    control?.attach({
      setHeld: (isHeld) => queue.setHeld(isHeld),
      cancel: (run) => queue.cancel(run),
      requeue: (run) => queue.requeue(run),
      setParallel: (parallel) => worker.setParallel(parallel),
    });
    const worked = await worker.work();
    for (const [agent, why] of worked.paused) paused.set(agent, why);
    // A requeued run counts with its last result.
    result.executed = [...new Map(worked.executed.map((executed) => [executed.run, executed])).values()];
    result.elsewhere = [...elsewhere];
    result.fatal = worked.fatal;
  } finally {
    control?.attach(null);
    await stopControl?.();
    leases.close();
  }
  for (const {
    run,
    result: { conclusion, error },
  } of result.executed)
    if (conclusion !== null || (error !== null && !pausesAgent(error))) finished.add(run);
  for (const part of parts) {
    const why = paused.get(part.agent);
    const left = part.sweep.runs.filter((run) => !run.isComplete && !finished.has(run)).length;
    if (why !== undefined && left > 0) part.paused = { ...why, left };
  }
  const isStopped = parts.every(({ agent, first: run }) => run === null || paused.get(agent)?.times === null);
  if (isStopped) result.fatal ??= [...paused.values()][0]?.error ?? null;
  return result;
}

/** Returns the agents without credit. Throws any other fault, or the missing credit if no agent remains. */
async function tryAgents(parts: readonly SweepPart[], signal: AbortSignal): Promise<Map<string, Pause>> {
  const paused = new Map<string, Pause>();
  const toTry = [...Map.groupBy(parts, ({ agent }) => agent).values()].flatMap(
    (ofAgent) => ofAgent.find(({ first }) => first !== null) ?? [],
  );
  const tries = await Promise.allSettled(
    toTry.map(async ({ sweep, first }) => {
      if (first !== null) await sweep.dependencies.tryAgent?.(first, signal);
    }),
  );
  const failures = tries.flatMap((tried, at) =>
    tried.status === 'fulfilled' ? [] : [{ agent: toTry[at]?.agent ?? '', error: tried.reason as unknown }],
  );
  for (const { agent, error } of failures) {
    if (!(error instanceof OsharmError) || !isOutOfMoney(error) || failures.length === toTry.length) throw error;
    paused.set(agent, { error, times: null });
  }
  return paused;
}
