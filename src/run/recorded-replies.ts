import type { AgentAction } from '../agent/agent.ts';
import type { RecordedReplies } from '../agent/reference/create-reference-agent.ts';
import { UsageError } from '../errors.ts';
import type { RunSettings } from '../plan/run-spec.ts';
import { runDirectory } from '../record/paths.ts';
import { readRun } from '../record/read-run.ts';

/** What `reference-benign` did in the plain run of a task below `replayOf`. Throws UsageError where there is no complete one. */
export function recordedReplies(
  replayOf: string,
  domain: string,
  taskId: string,
  settings: RunSettings,
): RecordedReplies {
  const directory = runDirectory(replayOf, {
    actionSpace: settings.actionSpace,
    observationType: settings.observationType,
    model: 'reference-benign',
    jailbreak: false,
    domain,
    taskId,
    injection: null,
    repeat: 1,
  });
  const run = readRun(directory);
  if (!run.complete || run.betterLog === null)
    throw new UsageError(`There is no complete recorded run ${directory}.`, { code: 'reference-no-recording' });
  return run.betterLog.steps.map(({ response, actions }) => ({ response, actions: actions as AgentAction[] }));
}
