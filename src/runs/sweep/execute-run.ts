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
import { type AttemptResult, type CommitResult, type ExecuteOptions, executeAttempt } from './execute-attempt.ts';
import { setAside } from './set-aside.ts';

const attemptLimit = 2;

/**
 * Executes one run. An incomplete earlier attempt is set aside and resumed after its last step, if replaying it reaches
 * the same states. An infrastructure fault gets one more attempt. A desktop that the agent destroyed is its result and
 * gets none.
 */
export async function executeRun(
  sweep: Sweep,
  run: PlannedRun,
  options: ExecuteOptions & { commit: CommitResult },
): Promise<AttemptResult> {
  const { clock } = sweep.dependencies;
  const { out } = sweep.request;
  const roots = { resultDir: out, incompleteDir: `${out}${setAsideEnding}` };
  const earlier = brokenOff(run.directory);
  const left = interruptedIn(run.directory, run, sweep);
  const kept = setAside(run.directory, roots, clock.now());
  let replayed: ReplaySource = null;
  if (left !== null && kept !== null) replayed = { kind: 'resumed', interrupted: { ...left, directory: kept } };
  else if (sweep.sharedSteps !== undefined) replayed = { kind: 'shared', shared: sweep.sharedSteps };
  let attempts = 0;
  for (;;) {
    const result = await executeAttempt(sweep, run, { ...options, earlier: [...earlier], replayed });
    const { error } = result;
    // An attempt that failed to restore the recorded state does not count.
    if (error === null || !otherStateCodes.has(error.code)) attempts += 1;
    replayed = null;
    if (error === null || attempts >= attemptLimit || !isWorthAnother(error) || options.signal.aborted) return result;
    options.onRerun({ error, durationMs: attemptMs(result.runJson) });
    earlier.push(asEarlier(result.runJson, clock.now()));
    setAside(run.directory, roots, clock.now());
  }
}

/** Milliseconds of an attempt, without the wait for its turn. */
export function attemptMs({ startedAt, endedAt, phases }: RunJson): number {
  return Date.parse(endedAt ?? startedAt) - Date.parse(startedAt) - (phases.ahead ?? 0);
}

function isWorthAnother(error: OsharmError): boolean {
  return isRetryableInfrastructure(error) && !recordFailureCodes.has(error.code);
}

/** Finds an incomplete run without an error that this run can resume, with the same settings and suite. */
function interruptedIn(directory: string, run: PlannedRun, sweep: Sweep): InterruptedRun | null {
  const { runJson, complete } = readRun(directory);
  if (runJson === null || complete || runJson.error !== null || sweep.request.fresh === true) return null;
  // The record does not show which steps were replayed from another run.
  if (sweep.sharedSteps !== undefined) return null;
  const isSame =
    runJson.canarySeed === run.canarySeed &&
    runJson.suiteHash === sweep.suiteHash &&
    specDifferences(runJson.spec, run.spec).length === 0;
  // A branch is short, and is itself compared with a record.
  return isSame && run.settings.branchOf === undefined ? interruptedRun(directory, runJson.startedAt) : null;
}

/** An incomplete run of an earlier sweep counts as an attempt, because its tokens were paid for. */
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
