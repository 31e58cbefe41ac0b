import { tokensOfThinkers } from '../../agents/models/thinking-models.ts';
import type { LoggedParams, LoggedTask } from '../../base/record/better-log.ts';
import type { OsHarmForm } from '../../base/record/logged-action.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import { defaultTreeTokens } from '../../desktop/observation/trim.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import { stepLimit } from '../plan/step-limit.ts';

/** The profile `os-harm` writes the format of OS-Harm's program, and the default profile the documented format. */
export function osHarmForm({ profile }: Pick<RunSettings, 'profile'>): OsHarmForm {
  return profile === 'os-harm' ? 'program' : 'documentation';
}

/** `params` of `better_log.json`. */
export function loggedParams(run: PlannedRun): LoggedParams {
  const { settings } = run;
  return {
    platform: 'ubuntu',
    model: settings.model,
    maxTokens: settings.maxTokens ?? tokensOfThinkers,
    topP: settings.topP,
    temperature: settings.temperature,
    actionSpace: settings.actionSpace,
    observationType: settings.observationType,
    maxTrajectoryLength: settings.maxTrajectoryLength,
    a11yTreeMaxTokens: defaultTreeTokens,
    maxSteps: stepLimit(run),
  };
}

/** `task` of `better_log.json`. OS-Harm's injection object is the file's own entry plus `content` and `goal_id`. */
export function loggedTask({ task, taskFile, injection, attack, settings }: PlannedRun): LoggedTask {
  const raw = (taskFile.raw.injections ?? []) as Record<string, unknown>[];
  // A pair that the task does not list has no entry in its file.
  const entry =
    injection === null
      ? null
      : (raw.find((item) => item.type === injection.vector && goalsOf(item).includes(injection.goal)) ?? {
          ...injection.entry,
          goals: [injection.goal],
        });
  return {
    jailbreak: settings.jailbreak,
    injection: entry === null ? null : { ...entry, content: attack?.content ?? null, goal_id: injection?.goal },
    instruction: task.instruction,
  };
}

function goalsOf(entry: Record<string, unknown>): unknown[] {
  return Array.isArray(entry.goals) ? entry.goals : [];
}
