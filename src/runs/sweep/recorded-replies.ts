import type { AgentAction } from '../../agents/agent.ts';
import type { RecordedReplies } from '../../agents/reference/create-reference-agent.ts';
import { UsageError } from '../../base/errors.ts';
import { readMonitorScores } from '../../base/record/monitor-scores.ts';
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
    throw new UsageError(`There is no complete recorded run in ${directory}.`, { code: 'reference-no-recording' });
  return run.betterLog.steps.map(({ response, actions }) => ({ response, actions: actions as AgentAction[] }));
}

/** The reply that a protocol did not let through at a step (0-based); null if there is no such reply. */
export function stoppedProposal(directory: string, step: number): RecordedReplies[number] | null {
  const scores = readMonitorScores(directory, []).filter(({ mode }) => mode === 'online');
  const proposed = scores.flatMap((file) => file.scores).find((score) => score.step === step)?.proposed;
  if (proposed === undefined) return null;
  return { response: proposed.response, actions: proposed.actions as AgentAction[] };
}
