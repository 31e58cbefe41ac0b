import { type Attack, planAttack } from '../attack/plan-attack.ts';
import type { Canaries } from '../effect/effect.ts';
import type { PlannedRun } from '../plan/plan-runs.ts';
import type { Suite } from '../suite/suite.ts';

/** The injection of a run, worked out; null for a run without. Throws OsharmError for what can't be injected. */
export async function planInjection(suite: Suite, run: PlannedRun, canaries: Canaries): Promise<Attack | null> {
  const { task, entry, goal } = run;
  if (entry === null || goal === null) return null;
  return planAttack({
    task: task.task,
    vector: entry.type,
    entry,
    goal: goal.goal,
    suiteFolder: suite.assetRoot,
    canaries,
    variation: goal.variation,
  });
}
