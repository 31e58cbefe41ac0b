import { isOutOfMoney } from '../../agents/models/out-of-money.ts';
import { isStopOf, OsharmError } from '../../base/errors.ts';
import { isExtensionFault } from '../../base/extension.ts';
import { recordFailureCodes } from '../../base/record/record-failure.ts';
import { isRetryableInfrastructure, typedError } from '../../base/record/typed-error.ts';
import { Turns } from '../../base/turns.ts';
import type { RunActivity } from '../attempt/phases.ts';
import { label, type PlannedRun } from '../plan/planned-run.ts';
import type { RunClaim, RunQueue } from '../queue/run-queue.ts';
import { EqualErrors } from './equal-errors.ts';
import type { AttemptResult, ExecuteOptions } from './execute-attempt.ts';
import { attemptMs } from './execute-run.ts';
import { RunTurn } from './run-turn.ts';
import { isSetUpAhead } from './set-up-ahead.ts';

const usualMostEqual = 5;

export type WorkEvent =
  /** The run's turn has come. Setting up its desktop ahead does not count as a start. */
  | { kind: 'run-started'; run: PlannedRun }
  | { kind: 'activity'; run: PlannedRun; activity: RunActivity }
  | { kind: 'step'; run: PlannedRun; step: number }
  /** An attempt failed through no fault of the agent, and another one begins. `durationMs`: of the failed attempt. */
  | { kind: 'run-rerun'; run: PlannedRun; error: OsharmError; durationMs: number }
  /** `durationMs`: of the last attempt, without waiting. A run stopped before its turn has no such event. */
  | { kind: 'run-ended'; run: PlannedRun; result: AttemptResult; durationMs: number };

export interface Assignment {
  /** The run, with this attempt's directory. */
  run: PlannedRun;
  execute(options: ExecuteOptions): Promise<AttemptResult>;
  spentUsd(): number;
  picture?(): Promise<Buffer | null>;
}

export interface ExecutedRun {
  run: PlannedRun;
  result: AttemptResult;
}

export interface WorkResult {
  executed: ExecutedRun[];
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
  warmApplications?: number | undefined;
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
export class RunWorker<C extends RunClaim> {
  readonly #queue: RunQueue<C>;
  readonly #options: WorkOptions<C>;
  readonly #agents: readonly string[];
  readonly #turns: Turns;
  readonly #ending = new AbortController();
  /** Aborted by the signal, or when this worker ends. */
  readonly #claiming: AbortSignal;
  readonly #pausing: ReadonlyMap<string, AbortController>;
  readonly #paused = new Map<string, Pause>();
  readonly #equal: ReadonlyMap<string, EqualErrors>;
  /** Faults of this machine, which affect every agent. */
  readonly #equalHere = new EqualErrors();
  readonly #executed: ExecutedRun[] = [];
  #fatal: OsharmError | null = null;

  constructor(queue: RunQueue<C>, options: WorkOptions<C>) {
    this.#queue = queue;
    this.#options = options;
    this.#agents = options.agents ?? [anyAgent];
    this.#turns = new Turns(Math.max(1, options.parallel));
    this.#claiming = AbortSignal.any([options.signal, this.#ending.signal]);
    this.#pausing = new Map(this.#agents.map((agent) => [agent, new AbortController()]));
    this.#equal = new Map(this.#agents.map((agent) => [agent, new EqualErrors()]));
  }

  async work(): Promise<WorkResult> {
    const { parallel, warmApplications = 0 } = this.#options;
    const width = Math.max(1, parallel) + warmApplications;
    await Promise.all(Array.from({ length: width }, () => this.#executeRuns()));
    return { executed: this.#executed, fatal: this.#fatal, paused: this.#paused };
  }

  /** Changes how many runs are in progress, at most `parallel` of the options. */
  setParallel(parallel: number): void {
    this.#turns.resize(parallel);
  }

  async #executeRuns(): Promise<void> {
    while (!this.#claiming.aborted && !this.#isOver()) {
      try {
        const claim = await this.#queue.claim(this.#claiming);
        if (claim === null) return;
        await this.#settle(claim);
      } catch (error) {
        if (isStopOf(error, this.#claiming)) return;
        // A run records its own faults. An error here means that they can't be recorded, or is a bug in osharm, so it
        // affects all runs.
        this.#fatal ??= typedError(error);
      }
    }
    this.#end();
  }

  /** Executes a claimed run. Releases the claim if the run was not executed, and throws why unless it was stopped. */
  async #settle(claim: C): Promise<void> {
    try {
      await this.#take(claim);
    } catch (error) {
      const fault = isStopOf(error, AbortSignal.any([this.#claiming, claim.lost])) ? null : typedError(error);
      await claim.end({ as: 'released', fault, costUsd: 0 });
      if (fault !== null) throw fault;
    } finally {
      await claim.close();
    }
  }

  async #take(claim: C): Promise<void> {
    const { signal, onEvent } = this.#options;
    const assignment = await this.#options.assign(claim);
    const { run } = assignment;
    const paused = this.#pausing.get(this.#agentOf(run))?.signal;
    const turn = new RunTurn(this.#turns, {
      stop: AbortSignal.any([signal, claim.lost]),
      giveUp: paused === undefined ? this.#ending.signal : AbortSignal.any([this.#ending.signal, paused]),
      onStart: () => onEvent({ kind: 'run-started', run }),
    });
    try {
      if (!isSetUpAhead(run)) await turn.begin();
    } catch (error) {
      if (!isStopOf(error, turn.signal)) throw error;
      await claim.end({ as: 'released', fault: null, costUsd: 0 });
      return;
    }
    try {
      const result = await this.#execute(claim, assignment, turn);
      this.#record(run, result);
      if (turn.hasStarted || result.outcome !== 'stopped') {
        turn.start();
        onEvent({ kind: 'run-ended', run, result, durationMs: attemptMs(result.runJson) });
      }
    } finally {
      await turn.end();
    }
  }

  /** Executes the run and ends the claim if the run has no conclusion. A conclusion is committed by the assignment. */
  async #execute(claim: C, assignment: Assignment, turn: RunTurn): Promise<AttemptResult> {
    const { onEvent } = this.#options;
    const { run } = assignment;
    const result = await assignment.execute({
      signal: turn.signal,
      turn: () => turn.begin(),
      onStep(step) {
        claim.progress({ step, costUsd: assignment.spentUsd() }, assignment.picture);
        onEvent({ kind: 'step', run, step });
      },
      onActivity: (activity) => onEvent({ kind: 'activity', run, activity }),
      onRerun: (failed) => onEvent({ kind: 'run-rerun', run, ...failed }),
    });
    const { error } = result;
    if (result.conclusion !== null) return result;
    const costUsd = assignment.spentUsd();
    if (error === null && !turn.signal.aborted) throw withoutEnding(run);
    if (error === null || endsWork(error) || pausesAgent(error))
      await claim.end({ as: 'released', fault: null, costUsd });
    else await claim.end({ as: 'failed', error, isFinal: !isRetryableInfrastructure(error), costUsd });
    return result;
  }

  /** Stores a result. If later runs would fail for the same cause, ends this worker or pauses their agent. */
  #record(run: PlannedRun, result: AttemptResult): void {
    const { error } = result;
    this.#executed.push({ run, result });
    if (error !== null && endsWork(error)) this.#fatal ??= error;
    if (error !== null && pausesAgent(error)) this.#pause(this.#agentOf(run), { error, times: null });
    else if (result.outcome !== 'stopped') this.#countErrors(run, error);
    // Must happen before the turn passes to the next run.
    if (this.#isOver()) this.#end();
  }

  #countErrors(run: PlannedRun, error: OsharmError | null): void {
    const mostEqual = this.#options.maxEqualErrors ?? usualMostEqual;
    const agent = this.#agentOf(run);
    const times = this.#equal.get(agent)?.add(error, run) ?? 0;
    const isHere = error?.blame === 'environment' || error?.blame === 'harness';
    const timesHere = this.#equalHere.add(isHere ? error : null, run);
    if (error === null || mostEqual === 0) return;
    if (timesHere >= mostEqual) for (const each of this.#agents) this.#pause(each, { error, times: timesHere });
    else if (times >= mostEqual) this.#pause(agent, { error, times });
  }

  #pause(agent: string, why: Pause): void {
    if (this.#paused.has(agent)) return;
    this.#paused.set(agent, why);
    this.#pausing.get(agent)?.abort(new Error('This agent is paused.'));
    this.#options.onPause?.(agent, why);
  }

  #agentOf(run: PlannedRun): string {
    return this.#options.agentOf?.(run) ?? anyAgent;
  }

  #isOver(): boolean {
    return this.#fatal !== null || this.#agents.every((agent) => this.#paused.has(agent));
  }

  #end(): void {
    this.#ending.abort(new Error('This worker ends.'));
  }
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
