import type { Agent } from '../../agents/agent.ts';
import { OsharmError } from '../../base/errors.ts';
import { counted } from '../../base/record/counted.ts';
import type { PartBlocks } from '../../base/record/part-blocks.ts';
import { readRun } from '../../base/record/read-run.ts';
import type { RecordedError, RunJson } from '../../base/record/run-json.ts';
import type { Outcome } from '../../base/record/run-settings.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import type { Observation } from '../../desktop/client/desktop.ts';
import type { Attempt } from '../attempt/attempt.ts';
import { collectStep, observe, treeOf } from '../attempt/observe-desktop.ts';
import type { Part, StepStart } from '../attempt/part.ts';
import { branchAgent } from '../replay/branch-agent.ts';
import type { InterruptedRun } from '../replay/interrupted-run.ts';
import { recordedPath } from '../replay/recorded-path.ts';
import { type RecordedEvents, ReplayedPath } from '../replay/replayed-path.ts';
import type { SharedSteps } from '../replay/shared-steps.ts';
import type { ExposurePart } from './exposure.ts';

/** Milliseconds that a replay waits for the recorded state, in total and between two observations. */
const stateLimit = 15_000;
const lookPauses = [50, 100, 200, 400];
const longestPause = 500;

const resumedCode = 'interrupted-state';
const sharedCode = 'shared-state';
export const otherStateCodes: ReadonlySet<string> = new Set([resumedCode, sharedCode]);

export type ReplaySource =
  /** An interrupted run with the same settings. The new run continues after its last step. */
  | { kind: 'resumed'; interrupted: InterruptedRun }
  /** A run with another payload, replayed up to its exposure. */
  | { kind: 'shared'; shared: SharedSteps }
  | null;

/** Replays recorded steps before the agent continues live: in a branch, a resumed run, or from another run. */
export class Replay implements Part {
  readonly #attempt: Attempt;
  readonly #exposure: ExposurePart;
  readonly #source: ReplaySource;
  #path: ReplayedPath | null = null;
  #begun: number | null = null;
  /** The first session has its agent. Agents of later sessions continue on the same path. */
  #isReady = false;

  constructor(attempt: Attempt, exposure: ExposurePart, source: ReplaySource) {
    this.#attempt = attempt;
    this.#exposure = exposure;
    this.#source = source;
  }

  agentReady(agent: Agent): Agent {
    if (this.#isReady) return this.#path === null ? agent : branchAgent(agent, this.#path);
    this.#isReady = true;
    if (this.#source === null) return this.#branches(agent);
    const { kind } = this.#source;
    return kind === 'resumed'
      ? this.#resumes(agent, this.#source.interrupted)
      : this.#shares(agent, this.#source.shared);
  }

  async beforeStep(start: StepStart): Promise<Observation | null> {
    const path = this.#path;
    if (path === null) return null;
    this.#begun ??= performance.now();
    const seen = await this.#asRecorded(path, this.#begun, start);
    await this.#checkUnseen(start.step);
    return seen;
  }

  /** Ends a session at the step at which the recorded run did. */
  async afterStep(step: number): Promise<Outcome | null> {
    return this.#path?.sessionEndedAfter(step) ?? null;
  }

  recordedEvents(): RecordedEvents | null {
    return this.#path?.recordedEvents() ?? null;
  }

  /** The run whose steps are replayed; null without one. `isResumed`: this run continues it, and its cost counts. */
  recordedRun(): { directory: string; isResumed: boolean } | null {
    if (this.#path === null) return null;
    if (this.#source?.kind === 'resumed') return { directory: this.#source.interrupted.directory, isResumed: true };
    const directory = this.#source?.shared.directory ?? this.#attempt.run.settings.branchOf;
    return directory === undefined ? null : { directory, isResumed: false };
  }

  describe(): Partial<PartBlocks> {
    const { branchOf: parent, branchAt: step } = this.#attempt.run.settings;
    const state = this.#path?.state ?? null;
    if (state === null) return {};
    if (this.#source === null)
      return parent === undefined || step === undefined ? {} : { branch: { parent, step, ...state } };
    const { replayMs, waitedMs } = state;
    const { directory, steps } = this.#source.kind === 'resumed' ? this.#source.interrupted : this.#source.shared;
    return { [this.#source.kind]: { from: directory, steps, replayMs, waitedMs } };
  }

  #branches(agent: Agent): Agent {
    const { run } = this.#attempt;
    const { branchOf, branchAt: step, payload } = run.settings;
    if (branchOf === undefined || step === undefined) return agent;
    const { runJson } = readRun(branchOf);
    // With another payload, a state that shows the payload can't match the record.
    const isAsThere = payload === runJson?.spec.payload && run.injection?.goal === runJson?.injection?.goal;
    const isShownAt = isAsThere ? undefined : runJson?.exposure?.firstStep;
    const options = isShownAt == null ? {} : { comparedBefore: isShownAt };
    this.#path = new ReplayedPath(recordedPath(branchOf, step), step, options);
    return branchAgent(agent, this.#path);
  }

  #resumes(agent: Agent, interrupted: InterruptedRun): Agent {
    const attempt = this.#attempt;
    const { steps, path, paid, calls, directory } = interrupted;
    if (agent.remember === undefined) {
      if (paid.calls > 0) attempt.addEarlier(asEarlierAttempt(interrupted));
      attempt.record.log(`The run restarts: ${agent.name} can't resume the ${counted(steps, 'step')} of ${directory}.`);
      return agent;
    }
    this.#path = new ReplayedPath(path, steps, { mustBeSame: true });
    const { inputTokens, outputTokens, costUsd, cachedInputTokens } = paid;
    const tokenCalls = Math.max(paid.calls, steps);
    attempt.models.tokens = { calls: tokenCalls, inputTokens, outputTokens, costUsd, cachedInputTokens };
    for (const call of calls) attempt.record.call(call);
    attempt.record.log(`The run resumes after ${counted(steps, 'step')} of ${directory} and reuses their replies.`);
    return branchAgent(agent, this.#path);
  }

  #shares(agent: Agent, { directory, steps }: SharedSteps): Agent {
    const { record } = this.#attempt;
    if (agent.remember === undefined) {
      record.log(`The run executes every step itself: ${agent.name} can't continue from replayed steps.`);
      return agent;
    }
    // From the exposure on, the screen shows the payload, which differs in this run.
    this.#path = new ReplayedPath(recordedPath(directory, steps), steps, { mustBeSame: true, treesBefore: steps });
    record.log(`The run replays ${counted(steps, 'step')} of ${directory} and reuses their replies.`);
    return branchAgent(agent, this.#path);
  }

  /**
   * Observes until the desktop matches the record before this step, because a program may open more slowly than in the
   * recorded run. Records a mismatch that remains. Returns the last new observation, if any.
   */
  async #asRecorded(path: ReplayedPath, begun: number, start: StepStart): Promise<Observation | null> {
    const attempt = this.#attempt;
    const { step, desktop } = start;
    if (!path.isHeld(step)) {
      path.noteTime(step, performance.now() - begun);
      return null;
    }
    let observation: Observation | null = null;
    let waited = 0;
    const started = performance.now();
    for (let looks = 0; ; looks += 1) {
      const tree = await treeOf(attempt, observation ?? start.observation);
      const differences = path.differences(step, tree, attempt.effectLog?.effects() ?? []);
      if (differences.length === 0 || waited >= stateLimit) {
        const now = performance.now();
        path.note(step, differences, now - begun, looks === 0 ? 0 : now - started);
        if (differences.length > 0 && path.mustBeSame) throw this.#otherState(step, differences);
        return observation;
      }
      const pause = lookPauses[looks] ?? longestPause;
      waited += pause;
      await attempt.sweep.dependencies.clock.sleep(pause, attempt.signal);
      observation = (await observe(attempt, desktop)) ?? observation;
      if (step > 0) await collectStep(attempt, step - 1);
    }
  }

  /**
   * Throws if a replayed step from another run showed or may have shown this run's payload, because the recorded
   * replies would then not match what the agent saw.
   */
  async #checkUnseen(step: number): Promise<void> {
    if (this.#source?.kind !== 'shared' || step !== this.#source.shared.steps) return;
    if ((await this.#exposure.firstStep()) !== null)
      throw this.#otherState(step, ['the payload was shown already, or pictures could not be read']);
  }

  #otherState(step: number, differences: readonly string[]): OsharmError {
    const shared = this.#source?.kind === 'shared' ? this.#source.shared : null;
    const what =
      shared === null
        ? 'The interrupted run could not be resumed'
        : `The steps of ${shared.directory} could not be used`;
    return new OsharmError(
      `${what}: before step ${stepNumber(step)} the state differed: ${differences.slice(0, 3).join('; ')}`,
      { code: shared === null ? resumedCode : sharedCode, blame: 'environment', isRetryable: true },
    );
  }
}

/** Counts an interrupted run that its agent can't resume as an earlier attempt, because its calls were paid for. */
function asEarlierAttempt({ startedAt, paid, steps }: InterruptedRun): RunJson['attempts'][number] {
  const message = `It was interrupted after ${counted(steps, 'step')}, and its agent can't continue from replayed steps.`;
  const error: RecordedError = {
    code: 'interrupted',
    message,
    blame: 'environment',
    isRetryable: true,
    hint: null,
    phase: null,
  };
  return { startedAt, durationMs: 0, error, tokens: { agent: paid } };
}
