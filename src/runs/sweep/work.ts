import { isOutOfMoney } from '../../agents/models/out-of-money.ts';
import { isStopOf, OsharmError } from '../../base/errors.ts';
import { isExtensionFault } from '../../base/extension.ts';
import { recordFailureCodes } from '../../base/record/record-failure.ts';
import { isRetryableInfrastructure, typedError } from '../../base/record/typed-error.ts';
import type { Activity } from '../attempt/phases.ts';
import { label, type PlannedRun } from '../plan/planned-run.ts';
import type { RunClaim, RunQueue } from '../queue/run-queue.ts';
import { EqualErrors } from './equal-errors.ts';
import type { AttemptResult, MakeOptions } from './make-attempt.ts';
import { attemptMs } from './make-run.ts';
import { isSetUpAhead } from './set-up-ahead.ts';
import { Turns } from './turns.ts';

const usualMostEqual = 5;

export type WorkEvent =
  /** The run's turn has come. Setting up its desktop ahead does not count as a start. */
  | { kind: 'run-started'; run: PlannedRun }
  | { kind: 'activity'; run: PlannedRun; activity: Activity }
  | { kind: 'step'; run: PlannedRun; step: number }
  /** An attempt failed through no fault of the agent, and another one begins. `durationMs`: of the failed attempt. */
  | { kind: 'run-rerun'; run: PlannedRun; error: OsharmError; durationMs: number }
  /** `durationMs`: of the last attempt, without waiting. A run stopped before its turn has no such event. */
  | { kind: 'run-ended'; run: PlannedRun; result: AttemptResult; durationMs: number };

export interface Assignment {
  /** The run, with this attempt's directory. */
  run: PlannedRun;
  make(options: MakeOptions): Promise<AttemptResult>;
  spentUsd(): number;
  picture?(): Promise<Buffer | null>;
}

export interface WorkResult {
  made: { run: PlannedRun; result: AttemptResult }[];
  /** Set if this worker can't continue with any run. */
  fatal: OsharmError | null;
  paused: ReadonlyMap<string, Pause>;
}

/** Why an agent's next runs would fail too. */
export interface Pause {
  error: OsharmError;
  /** Consecutive errors with one cause; null if a single one was enough (`pausesAgent`). */
  times: number | null;
}

/** The agent of a worker that does not distinguish agents. */
export const anyAgent = '';

export interface WorkOptions<C extends RunClaim> {
  parallel: number;
  ahead?: number | undefined;
  signal: AbortSignal;
  /** Defaults to 5. 0 disables the limit. */
  maxEqualErrors?: number | undefined;
  agents?: readonly string[] | undefined;
  agentOf?(run: PlannedRun): string;
  onPause?(agent: string, why: Pause): void;
  /** Throws if this worker can't execute the run: the run is released, and the worker ends. */
  assign(claim: C): Promise<Assignment>;
  onEvent(event: WorkEvent): void;
}

/**
 * Claims runs, executes them and commits their results, `parallel` at a time. Ends if no runs remain, the signal
 * aborts, or this worker can't continue: nothing can be recorded, the sweep's budget is spent, or all agents are
 * paused. Spent credit and consecutive errors with one cause pause one agent. A failing run never ends other runs.
 */
export async function work<C extends RunClaim>(queue: RunQueue<C>, options: WorkOptions<C>): Promise<WorkResult> {
  const { signal, onEvent } = options;
  const agents = options.agents ?? [anyAgent];
  const agentOf = options.agentOf ?? (() => anyAgent);
  const paused = new Map<string, Pause>();
  const result: WorkResult = { made: [], fatal: null, paused };
  const equal = new Map(agents.map((agent) => [agent, new EqualErrors()]));
  /** Faults of this machine, which affect every agent. */
  const equalHere = new EqualErrors();
  const pausing = new Map(agents.map((agent) => [agent, new AbortController()]));
  const isOver = (): boolean => result.fatal !== null || agents.every((agent) => paused.has(agent));
  const mostEqual = options.maxEqualErrors ?? usualMostEqual;
  const ending = new AbortController();
  const claiming = AbortSignal.any([signal, ending.signal]);

  const parallel = Math.max(1, options.parallel);
  const turns = new Turns(parallel);

  const workOn = async (claim: C): Promise<void> => {
    const assignment = await options.assign(claim);
    const { run } = assignment;
    // A waiting run loses its turn if this worker ends or its agent is paused.
    const waiting = new AbortController();
    const pausingSignal = pausing.get(agentOf(run))?.signal;
    const over = AbortSignal.any([ending.signal, ...(pausingSignal === undefined ? [] : [pausingSignal])]);
    const stopWaiting = (): void => waiting.abort(over.reason);
    over.addEventListener('abort', stopWaiting, { once: true });
    if (over.aborted) stopWaiting();
    const making = AbortSignal.any([signal, claim.lost, waiting.signal]);
    const taken: { end?: Promise<() => void> } = {};
    let isStarted = false;
    const start = (): void => {
      if (!isStarted) onEvent({ kind: 'run-started', run });
      isStarted = true;
    };
    const turn = async (): Promise<void> => {
      taken.end ??= turns.take(making);
      await taken.end;
      start();
      over.removeEventListener('abort', stopWaiting);
    };
    try {
      if (!isSetUpAhead(run)) await turn();
    } catch (error) {
      if (!isStopOf(error, making)) throw error;
      await claim.end({ as: 'released', fault: null, costUsd: 0 });
      return;
    }
    try {
      const made = await make(claim, assignment, making, turn);
      if (isStarted || made.outcome !== 'stopped') {
        start();
        onEvent({ kind: 'run-ended', run, result: made, durationMs: attemptMs(made.runJson) });
      }
    } finally {
      // A turn that was never granted does not need to be ended. The waiting run got the reason.
      const [turnTaken] = await Promise.allSettled(taken.end === undefined ? [] : [taken.end]);
      if (turnTaken?.status === 'fulfilled') turnTaken.value();
      over.removeEventListener('abort', stopWaiting);
    }
  };

  const make = async (
    claim: C,
    assignment: Assignment,
    making: AbortSignal,
    turn: () => Promise<void>,
  ): Promise<AttemptResult> => {
    const { run } = assignment;
    const made = await assignment.make({
      signal: making,
      turn,
      onStep(step) {
        claim.progress({ step, costUsd: assignment.spentUsd() }, assignment.picture);
        onEvent({ kind: 'step', run, step });
      },
      onActivity: (activity) => onEvent({ kind: 'activity', run, activity }),
      onRerun: (failed) => onEvent({ kind: 'run-rerun', run, ...failed }),
    });
    const { error } = made;
    if (made.conclusion === null) {
      const costUsd = assignment.spentUsd();
      if (error === null && !making.aborted) throw withoutEnding(run);
      if (error === null || endsWork(error) || pausesAgent(error))
        await claim.end({ as: 'released', fault: null, costUsd });
      else await claim.end({ as: 'failed', error, isFinal: !isRetryableInfrastructure(error), costUsd });
    }
    result.made.push({ run, result: made });
    if (error !== null && endsWork(error)) result.fatal ??= error;
    const agent = agentOf(run);
    if (error !== null && pausesAgent(error)) pause(agent, { error, times: null });
    else if (made.outcome !== 'stopped') {
      const times = equal.get(agent)?.add(error, run) ?? 0;
      const isHere = error?.blame === 'environment' || error?.blame === 'harness';
      const timesHere = equalHere.add(isHere ? error : null, run);
      if (error !== null && mostEqual > 0 && timesHere >= mostEqual)
        for (const each of agents) pause(each, { error, times: timesHere });
      else if (error !== null && mostEqual > 0 && times >= mostEqual) pause(agent, { error, times });
    }
    // Must happen before the turn passes to the next run.
    if (isOver()) ending.abort(new Error('This worker ends.'));
    return made;
  };

  const pause = (agent: string, why: Pause): void => {
    if (paused.has(agent)) return;
    paused.set(agent, why);
    pausing.get(agent)?.abort(new Error('This agent is paused.'));
    options.onPause?.(agent, why);
  };

  const loop = async (): Promise<void> => {
    while (!signal.aborted && !isOver()) {
      try {
        const claim = await queue.claim(claiming);
        if (claim === null) return;
        try {
          await workOn(claim);
        } catch (error) {
          const fault = isStopOf(error, AbortSignal.any([claiming, claim.lost])) ? null : typedError(error);
          await claim.end({ as: 'released', fault, costUsd: 0 });
          if (fault !== null) throw fault;
        } finally {
          await claim.close();
        }
      } catch (error) {
        if (isStopOf(error, claiming)) return;
        // A run records its own faults. An error here means that they can't be recorded, or is a bug in osharm, so it
        // affects all runs.
        result.fatal ??= typedError(error);
      }
    }
    ending.abort(new Error('This worker ends.'));
  };
  await Promise.all(Array.from({ length: parallel + (options.ahead ?? 0) }, loop));
  return result;
}

/** A run without a result must have a reason, or the queue would hand it out forever. */
function withoutEnding(run: PlannedRun): OsharmError {
  return new OsharmError(`${label(run)} ended without a result, an error or a stop.`, {
    code: 'run-without-ending',
    blame: 'harness',
    hint: 'This is a fault in osharm. Please report it with the run’s folder.',
  });
}

/** Whether every later run of the agent would fail too: no credit left, or a fault of the user's own module. */
export const pausesAgent = (error: OsharmError): boolean => isOutOfMoney(error) || isExtensionFault(error);

function endsWork({ code }: OsharmError): boolean {
  return recordFailureCodes.has(code) || code === 'max-cost-reached';
}
