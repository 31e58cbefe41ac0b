import type { AgentAction } from '../../agents/agent.ts';
import type { RecordedReplies } from '../../agents/reference/create-reference-agent.ts';
import { UsageError } from '../../base/errors.ts';
import { runDirectory } from '../../base/record/paths.ts';
import { readRun } from '../../base/record/read-run.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';

/** Throws UsageError if `replayOf` has no complete plain run of the task. */
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
