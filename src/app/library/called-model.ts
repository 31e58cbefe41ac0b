import { isReferenceName } from '../../agents/reference/graded.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import { settingsOfSession } from '../../runs/plan/session-settings.ts';
import { isOtherRole, type TaskRoles } from '../../tasks/suite/task-session.ts';

/** The model that osharm calls for a run. Null for reference agents and for agents that call a model themselves. */
export function calledModel(settings: RunSettings): string | null {
  const model = settings.agent === undefined ? (settings.seatedModel ?? settings.model) : settings.seatedModel;
  return model === undefined || isReferenceName(model) ? null : model;
}

/** A model that runs call, and the largest number of one run's sessions that call it. */
export interface CalledModel {
  model: string;
  sessions: number;
}

/** The models that osharm calls for runs of these tasks: with `--with`, that of the other role too. */
export function calledModels(settings: RunSettings, tasks: readonly TaskRoles[]): CalledModel[] {
  const roles = settings.otherModel === undefined ? [null] : [false, true];
  return roles.flatMap((role): CalledModel[] => {
    const model = calledModel(settingsOfSession(settings, role === true));
    const sessions = Math.max(0, ...tasks.map((task) => sessionsOf(task, role).length));
    return model === null || sessions === 0 ? [] : [{ model, sessions }];
  });
}

/** The numbers (from 1) of a task's sessions of the first (`false`) or the other role (`true`). Null for all sessions. */
export function sessionsOf(task: TaskRoles, isOther: boolean | null): number[] {
  const numbers = [1, ...(task.sessions ?? []).map((_, index) => index + 2)];
  return isOther === null ? numbers : numbers.filter((session) => isOtherRole(task, session) === isOther);
}
