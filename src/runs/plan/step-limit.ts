import type { RunSettings } from '../../base/record/run-settings.ts';
import type { Task } from '../../tasks/suite/task.ts';

/** Step limit of all sessions of a run together. */
export function stepLimitOfRun(run: { settings: LimitSettings; task: Pick<Task, 'difficulty' | 'sessions'> }): number {
  return stepLimit(run) * ((run.task.sessions?.length ?? 0) + 1);
}

/**
 * Step limit of each session of a run. By default that is `maxSteps`. If `longTaskSteps` is set and the task's reference has more than
 * two thirds of `maxSteps` steps, it is the largest of `maxSteps`, `longTaskSteps` and 1.5 times the reference.
 */
export function stepLimit({ settings, task }: { settings: LimitSettings; task: Pick<Task, 'difficulty'> }): number {
  const { maxSteps, longTaskSteps } = settings;
  const needed = Math.ceil((task.difficulty?.steps ?? 0) * 1.5);
  return longTaskSteps === undefined || needed <= maxSteps ? maxSteps : Math.max(maxSteps, longTaskSteps, needed);
}

type LimitSettings = Pick<RunSettings, 'maxSteps' | 'longTaskSteps'>;
