import type { Agent } from '../agent/agent.ts';
import { branchAgent } from '../branch/branch-agent.ts';
import { type InterruptedRun, interruptedRun } from '../branch/interrupted-run.ts';
import { RecordedWay } from '../branch/recorded-way.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import { specDifferences } from '../plan/spec-hash.ts';
import { counted } from '../record/counted.ts';
import { readRun } from '../record/read-run.ts';
import type { RecordedError, RunJson } from '../record/run-json.ts';
import type { Attempt } from './attempt.ts';
import type { Sweep } from './plan-sweep.ts';

/** Code of the error of an attempt whose interrupted run came to another state. */
export const notTakenUp = 'interrupted-state';

/**
 * The interrupted run in a directory that this run may go on from: made under the same settings by the same suite, and broken off without an error. Null where
 * there is none.
 */
export function interruptedIn(directory: string, run: PlannedRun, sweep: Sweep): InterruptedRun | null {
  const { runJson, complete } = readRun(directory);
  if (runJson === null || complete || runJson.error !== null || sweep.request.fresh === true) return null;
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
