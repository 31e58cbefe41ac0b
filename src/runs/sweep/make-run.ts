import type { OsharmError } from '../../base/errors.ts';
import { readRun, setAsideEnding } from '../../base/record/read-run.ts';
import { recordFailureCodes } from '../../base/record/record-failure.ts';
import type { RunJson } from '../../base/record/run-json.ts';
import { isRetryableInfrastructure } from '../../base/record/typed-error.ts';
import type { Sweep } from '../attempt/planned-sweep.ts';
import { otherStateCodes, type ReplaySource } from '../parts/replay.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import { specDifferences } from '../plan/spec-hash.ts';
import { type InterruptedRun, interruptedRun } from '../replay/interrupted-run.ts';
import { type CommitResult, type MakeOptions, makeAttempt, type RunResult } from './make-attempt.ts';
import { setAside } from './set-aside.ts';

/** Attempts of one run: a fault of the infrastructure gets one more. */
const attemptLimit = 2;

/**
 * Makes one run. What is there of an earlier, incomplete one is set aside first, and taken up at its last step where
 * its steps lead to the same states again; so is the first attempt where an infrastructure fault is worth another. An
 * agent that destroyed its desktop has its result: it never gets another attempt.
 */
export async function makeRun(
  sweep: Sweep,
  run: PlannedRun,
  options: MakeOptions & { commit: CommitResult },
): Promise<RunResult> {
  const { clock } = sweep.dependencies;
  const roots = { resultDir: sweep.request.resultDir, incompleteDir: `${sweep.request.resultDir}${setAsideEnding}` };
  const earlier = brokenOff(run.directory);
  const left = interruptedIn(run.directory, run, sweep);
  const kept = setAside(run.directory, roots, clock.now());
  let replayed: ReplaySource = null;
  if (left !== null && kept !== null) replayed = { kind: 'resumed', interrupted: { ...left, directory: kept } };
  else if (sweep.sharedSteps !== undefined) replayed = { kind: 'shared', shared: sweep.sharedSteps };
  for (let made = 1; ; made += 1) {
    const result = await makeAttempt(sweep, run, { ...options, earlier: [...earlier], replayed });
    const { error } = result;
    // A state that can't be come to again is no attempt of the run: it begins anew.
    if (error !== null && otherStateCodes.has(error.code)) made -= 1;
    replayed = null;
    if (error === null || made >= attemptLimit || !isWorthAnother(error) || options.signal.aborted) return result;
    options.onRerun({ error, durationMs: attemptMs(result.runJson) });
    earlier.push(asEarlier(result.runJson, clock.now()));
    setAside(run.directory, roots, clock.now());
  }
}

/** Milliseconds that an attempt took, without the wait for its turn. */
export function attemptMs({ startedAt, endedAt, phases }: RunJson): number {
  return Date.parse(endedAt ?? startedAt) - Date.parse(startedAt) - (phases.ahead ?? 0);
}

function isWorthAnother(error: OsharmError): boolean {
  return isRetryableInfrastructure(error) && !recordFailureCodes.has(error.code);
}

/**
 * The interrupted run in a directory that this run may go on from: made under the same settings by the same suite, and
 * broken off without an error. Null where there is none.
 */
function interruptedIn(directory: string, run: PlannedRun, sweep: Sweep): InterruptedRun | null {
  const { runJson, complete } = readRun(directory);
  if (runJson === null || complete || runJson.error !== null || sweep.request.fresh === true) return null;
  // What is left of a run says not yet which of its steps were another run's.
  if (sweep.sharedSteps !== undefined) return null;
  const isSame =
    runJson.canarySeed === run.canarySeed &&
    runJson.suiteHash === sweep.suiteHash &&
    specDifferences(runJson.spec, run.spec).length === 0;
  // A branch is short, and has a record of its own to be compared with.
  return isSame && run.settings.branchOf === undefined ? interruptedRun(directory, runJson.startedAt) : null;
}

/** An incomplete run of an earlier sweep is an attempt of this one: its tokens were paid for. */
function brokenOff(directory: string): RunJson['attempts'] {
  const { runJson, complete } = readRun(directory);
  if (runJson === null || complete || runJson.error === null)
    return runJson === null || complete ? [] : runJson.attempts;
  return [...runJson.attempts, asEarlier(runJson, Date.parse(runJson.endedAt ?? runJson.startedAt))];
}

function asEarlier(runJson: RunJson, endedAt: number): RunJson['attempts'][number] {
  const { startedAt, tokens, error } = runJson;
  return { startedAt, durationMs: endedAt - Date.parse(startedAt), error: error as NonNullable<typeof error>, tokens };
}
