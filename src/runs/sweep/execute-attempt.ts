import type { Agent } from '../../agents/agent.ts';
import type { OsharmError } from '../../base/errors.ts';
import type { RunJson } from '../../base/record/run-json.ts';
import { textOfScore } from '../../base/record/run-record.ts';
import type { Outcome } from '../../base/record/run-settings.ts';
import { typedError } from '../../base/record/typed-error.ts';
import { Attempt } from '../attempt/attempt.ts';
import { type Conclusion, conclude, requireVerdict } from '../attempt/conclude.ts';
import { describeRun } from '../attempt/describe-run.ts';
import { fetchRunFiles } from '../attempt/fetch-run-files.ts';
import { osHarmForm } from '../attempt/logged-run.ts';
import type { RunActivity } from '../attempt/phases.ts';
import type { Sweep } from '../attempt/planned-sweep.ts';
import { beginWatching, readyDesktop } from '../attempt/prepare-desktop.ts';
import { takeSessions } from '../attempt/take-sessions.ts';
import { createParts } from '../parts/create-parts.ts';
import type { ReplaySource } from '../parts/replay.ts';
import type { PlannedRun } from '../plan/planned-run.ts';

/** How one attempt ended: concluded (with a `result.txt`), stopped, or with an error. */
export interface AttemptResult {
  outcome: Outcome;
  /** Set for outcome `error`, and for `stopped` if a budget ended it. */
  error: OsharmError | null;
  conclusion: Conclusion | null;
  runJson: RunJson;
}

/** A recorded result that does not count yet, because it lacks `result.txt`. */
export interface FinishedAttempt {
  result: AttemptResult;
  resultText: string;
  writeResult(): void;
}
export interface ExecuteOptions {
  signal: AbortSignal;
  onStep(step: number): void;
  onActivity(activity: RunActivity): void;
  /** Called when an attempt failed through no fault of the agent and another one begins. */
  onRerun(failed: { error: OsharmError; durationMs: number }): void;
  /** Waits until the run may act. Resolves immediately if it already may. */
  turn(): Promise<void>;
}
/** Makes an attempt the run's result. Returns false if another attempt already is. */
export type CommitResult = (finished: FinishedAttempt) => Promise<boolean>;

/**
 * Executes and records one attempt of a run, from a fresh desktop to `result.txt`. Errors are part of the result,
 * without a `result.txt`; throws only if results can't be written. An attempt that can't be committed is `stopped`,
 * because another one is the result.
 */
export async function executeAttempt(
  sweep: Sweep,
  run: PlannedRun,
  options: ExecuteOptions & {
    commit: CommitResult;
    earlier: RunJson['attempts'];
    replayed: ReplaySource;
  },
): Promise<AttemptResult> {
  const attempt = new Attempt(sweep, run, {
    ...options,
    createParts: (attempt) => createParts(attempt, options.replayed),
  });
  const { record, listener } = attempt;
  try {
    const result = await makeResult(attempt, options);
    record.runJson(result.runJson);
    record.close();
    if (result.conclusion === null) return result;
    const { score } = result.conclusion;
    const isCommitted = await options.commit({
      result,
      resultText: textOfScore(score, osHarmForm(run.settings)),
      writeResult: () => record.result(score),
    });
    if (!isCommitted) return { ...result, outcome: 'stopped', conclusion: null };
    listener?.ended(score.value);
    return result;
  } finally {
    record.close();
  }
}

type HowMade = Pick<ExecuteOptions, 'onStep' | 'turn'> & { replayed: ReplaySource };

async function makeResult(attempt: Attempt, how: HowMade): Promise<AttemptResult> {
  const { record, run, listener } = attempt;
  try {
    record.runJson(describeRun(attempt, null));
    record.log(`Run ${run.domain}/${run.taskId}: ${run.task.instruction}`);
    const conclusion = await actAndConclude(attempt, how);
    await attempt.end();
    requireVerdict(attempt);
    const { outcome, score } = conclusion;
    record.log(`The run ended: ${outcome}, score ${score.value}.`);
    return { outcome, error: null, conclusion, runJson: describeRun(attempt, { outcome, conclusion }) };
  } catch (thrown) {
    // An agent's failure arrives here only if judging throws after the desktop was lost. Record it as a failed attempt.
    const failed = await attempt.blame(thrown);
    const error = failed.as === 'result' ? typedError(thrown) : failed.error;
    const phase = attempt.phases.of(thrown);
    if (failed.as === 'error') await partsFailed(attempt);
    await attempt.end();
    if (failed.as === 'stopped')
      return { outcome: 'stopped', error, conclusion: null, runJson: describeRun(attempt, { outcome: 'stopped' }) };
    if (error !== null) {
      record.log(`Error in ${phase}: ${error.message}`);
      record.errorLine(run.domain, run.taskId);
      listener?.failed(error.message);
    }
    return {
      outcome: 'error',
      error,
      conclusion: null,
      runJson: describeRun(attempt, { outcome: 'error', error, phase }),
    };
  }
}

async function partsFailed({ desktop, parts }: Attempt): Promise<void> {
  if (desktop === null || desktop.state().state !== 'running') return;
  try {
    for (const part of parts) await part.failed?.(desktop);
  } catch {
    // Any fault: the caller reports why the attempt failed.
  }
}

async function actAndConclude(attempt: Attempt, { onStep, turn, replayed }: HowMade): Promise<Conclusion> {
  const { run } = attempt;
  const { dependencies } = attempt.sweep;
  const freshAgent = async (session: number): Promise<Agent> => {
    const agent = await dependencies.createAgent(run, {
      clock: dependencies.clock,
      recordCall: (call) => attempt.recordCall(call),
      signal: attempt.signal,
      session,
      memory: await attempt.memory.begin(session),
      replaysSteps: replayed !== null,
    });
    return attempt.parts.reduce((ready, part) => part.agentReady?.(ready) ?? ready, agent);
  };
  attempt.useAgent(await freshAgent(1));
  await fetchRunFiles(attempt);
  const desktop = await readyDesktop(attempt, turn);
  const first = await beginWatching(attempt, desktop);
  // Losing the desktop ends the agent's steps, but not the run.
  const outcome =
    (await attempt.orLost(() => takeSessions(attempt, desktop, first, { onStep, freshAgent }))) ?? 'desktop-destroyed';
  return conclude(attempt, desktop, outcome);
}
