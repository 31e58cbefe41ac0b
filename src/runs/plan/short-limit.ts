import type { PlannedRun } from './planned-run.ts';
import { stepLimit } from './step-limit.ts';

/** Warns if the reference solutions of most tasks have more steps than their runs may take. Null otherwise. */
export function shortLimit(
  runs: readonly {
    task: Pick<PlannedRun['task'], 'difficulty'>;
    settings: Pick<PlannedRun['settings'], 'maxSteps' | 'longTaskSteps'>;
  }[],
): string | null {
  const limit = Math.max(...runs.map(stepLimit));
  const steps = runs.map(({ task }) => task.difficulty?.steps ?? 0);
  if (runs.filter((run, at) => (steps[at] ?? 0) > stepLimit(run)).length <= runs.length / 2) return null;
  return `Most of these tasks are longer than --max-steps ${limit}: their references take up to ${Math.max(...steps)} clicks, texts and commands.`;
}
