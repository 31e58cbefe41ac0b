import type { Agent } from '../../agents/agent.ts';
import { OsharmError } from '../../base/errors.ts';
import { counted } from '../../base/record/counted.ts';
import { readRun } from '../../base/record/read-run.ts';
import type { RecordedError, RunJson } from '../../base/record/run-json.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import { specDifferences } from '../plan/spec-hash.ts';
import { branchAgent } from '../replay/branch-agent.ts';
import { type InterruptedRun, interruptedRun } from '../replay/interrupted-run.ts';
import type { Lender } from '../replay/lender.ts';
import { recordedPath } from '../replay/recorded-path.ts';
import { RecordedWay } from '../replay/recorded-way.ts';
import type { Attempt } from './attempt.ts';
import type { Sweep } from './plan-sweep.ts';

/** Codes of the errors of attempts whose steps that were done again came to another state: of an interrupted run, and of another run. */
const notTakenUp = 'interrupted-state';
const notBorrowed = 'shared-state';
export const otherStateCodes: ReadonlySet<string> = new Set([notTakenUp, notBorrowed]);

/**
 * The interrupted run in a directory that this run may go on from: made under the same settings by the same suite, and broken off without an error. Null where
 * there is none.
 */
export function interruptedIn(directory: string, run: PlannedRun, sweep: Sweep): InterruptedRun | null {
  const { runJson, complete } = readRun(directory);
  if (runJson === null || complete || runJson.error !== null || sweep.request.fresh === true) return null;
  // What is left of a run says not yet which of its steps were another run's.
  if (sweep.lender !== undefined) return null;
  const isSame =
    runJson.canarySeed === run.canarySeed &&
    runJson.suiteHash === sweep.suiteHash &&
    specDifferences(runJson.spec, run.spec).length === 0;
  // A branch is short, and has a record of its own to be compared with.
  return isSame && run.settings.branchOf === undefined ? interruptedRun(directory, runJson.startedAt) : null;
}

/** An interrupted run that its agent can't go on from, as an earlier attempt: what its calls took was paid for. */
function asEarlierAttempt({ startedAt, paid, steps }: InterruptedRun): RunJson['attempts'][number] {
  const message = `It was interrupted after ${counted(steps, 'step')}, and its agent can't take up steps that were done for it.`;
  const error: RecordedError = {
    ...{ code: 'interrupted', message, blame: 'environment', isRetryable: true, hint: null, phase: null },
  };
  return { startedAt, durationMs: 0, error, tokens: { agent: paid } };
}

/** The agent that first does the steps of the interrupted run again; itself where it can't take them as its own. */
export function takeUp(attempt: Attempt, agent: Agent, interrupted: InterruptedRun): Agent {
  const { record } = attempt;
  const { steps, path, paid, calls, directory } = interrupted;
  if (agent.remember === undefined) {
    if (paid.calls > 0) attempt.earlier.push(asEarlierAttempt(interrupted));
    record.log(`The run begins anew: ${agent.name} can't take up the ${counted(steps, 'step')} of ${directory}.`);
    return agent;
  }
  attempt.resumes = interrupted;
  attempt.way = new RecordedWay(path, steps, { mustBeSame: true });
  const { inputTokens, outputTokens, costUsd, cachedInputTokens } = paid;
  attempt.tokens = {
    // Reference agents answer without a call.
    ...{ calls: Math.max(paid.calls, steps), inputTokens, outputTokens, costUsd },
    ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
  };
  for (const call of calls) record.append('calls.jsonl', call);
  record.log(`The run takes up ${counted(steps, 'step')} of ${directory}: their replies are used again.`);
  return branchAgent(agent, attempt.way);
}

/** The agent that first does the steps of another run again, up to where that was shown its payload; itself where it can't take them as its own. */
export function borrow(attempt: Attempt, agent: Agent, lender: Lender): Agent {
  const { record } = attempt;
  const { directory, steps } = lender;
  if (agent.remember === undefined) {
    record.log(`The run does all of its steps itself: ${agent.name} can't take steps that were done for it.`);
    return agent;
  }
  attempt.borrows = lender;
  // The state at the exposure shows the payload: another one here.
  attempt.way = new RecordedWay(recordedPath(directory, steps), steps, { mustBeSame: true, treesBefore: steps });
  record.log(`The run does ${counted(steps, 'step')} of ${directory} again: their replies are used again.`);
  return branchAgent(agent, attempt.way);
}

/** Throws where the run's own payload was shown in one of the steps that another run lends: what its agent said there fits no more. */
export async function checkUnseen({ borrows, exposure }: Attempt, step: number): Promise<void> {
  if (step !== borrows?.steps) return;
  await exposure.settled();
  if (exposure.current()?.firstStep !== null)
    throw otherState(borrows, step, ['the payload was shown already, or pictures could not be read']);
}

/** Steps that are done again lead to another state: the run begins anew. */
export function otherState(borrows: Lender | null, step: number, differences: readonly string[]): OsharmError {
  const what =
    borrows === null
      ? 'The interrupted run could not be taken up'
      : `The steps of ${borrows.directory} could not be used`;
  return new OsharmError(
    `${what}: before step ${step} the state was another one: ${differences.slice(0, 3).join('; ')}`,
    { code: borrows === null ? notTakenUp : notBorrowed, blame: 'environment', isRetryable: true },
  );
}
