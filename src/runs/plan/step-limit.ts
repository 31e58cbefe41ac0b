import type { RunSettings } from '../../base/record/run-settings.ts';
import type { Task } from '../../tasks/suite/task.ts';

/** Step limit of a run: more than `maxSteps` if the task's reference takes over two thirds of that. */
export function stepLimit({ settings, task }: { settings: LimitSettings; task: Pick<Task, 'difficulty'> }): number {
  const { maxSteps, longTaskSteps = maxSteps } = settings;
  return (task.difficulty?.steps ?? 0) * 1.5 > maxSteps ? Math.max(maxSteps, longTaskSteps) : maxSteps;
}

type LimitSettings = Pick<RunSettings, 'maxSteps' | 'longTaskSteps'>;
