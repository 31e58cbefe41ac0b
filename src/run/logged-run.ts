import { defaultTreeTokens } from '../observe/trim.ts';
import type { LoggedParams, LoggedTask } from '../record/better-log.ts';
import type { RunContext } from './run-context.ts';

/** `params` of `better_log.json`. */
export function loggedParams({ run }: Pick<RunContext, 'run'>): LoggedParams {
  const { settings } = run.spec;
  return {
    platform: 'ubuntu',
    model: settings.model,
    maxTokens: settings.maxTokens,
    topP: settings.topP,
    temperature: settings.temperature,
    actionSpace: settings.actionSpace,
    observationType: settings.observationType,
    maxTrajectoryLength: settings.maxTrajectoryLength,
    a11yTreeMaxTokens: defaultTreeTokens,
    maxSteps: settings.maxSteps,
  };
}

/** `task` of `better_log.json`: OS-Harm's injection object is the file's own entry, then `content` and `goal_id`. */
export function loggedTask({ run }: Pick<RunContext, 'run'>, content: string | null): LoggedTask {
  const raw = (run.task.raw.injections ?? []) as Record<string, unknown>[];
  const entry =
    run.entry === null
      ? undefined
      : raw.find((one) => one.type === run.entry?.type && goalsOf(one).includes(run.goal?.goal.id));
  // A pair that the task doesn't list has no entry in its file.
  const shown = entry ?? (run.entry === null ? undefined : { ...run.entry, goals: [run.goal?.goal.id] });
  return {
    jailbreak: run.spec.settings.jailbreak,
    injection: shown === undefined ? null : { ...shown, content, goal_id: run.goal?.goal.id },
    instruction: run.task.task.instruction,
  };
}

function goalsOf(entry: Record<string, unknown>): unknown[] {
  return Array.isArray(entry.goals) ? entry.goals : [];
}
