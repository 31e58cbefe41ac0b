import type { RunSettings } from '../../base/record/run-settings.ts';
import type { Task } from '../../tasks/suite/task.ts';

/**
 * Step limit of a run. If the task's reference takes over two thirds of `maxSteps`, that is `longTaskSteps`, or 1.5 times
 * the reference if that is more. Without `longTaskSteps` it is always `maxSteps`.
 */
export function stepLimit({ settings, task }: { settings: LimitSettings; task: Pick<Task, 'difficulty'> }): number {
  const { maxSteps, longTaskSteps } = settings;
  const needed = Math.ceil((task.difficulty?.steps ?? 0) * 1.5);
  return longTaskSteps === undefined || needed <= maxSteps ? maxSteps : Math.max(maxSteps, longTaskSteps, needed);
}

type LimitSettings = Pick<RunSettings, 'maxSteps' | 'longTaskSteps'>;
