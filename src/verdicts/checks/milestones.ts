import { fillCanariesIn } from '../../tasks/setup/template.ts';
import type { Task } from '../../tasks/suite/task.ts';
import { checkConditions } from './conditions/check-conditions.ts';
import type { ScoreInput } from './conditions/condition.ts';
import { conditionKinds } from './conditions/registry.ts';

export interface MilestoneResult {
  id: string;
  what: string;
  weight: number;
  isReached: boolean;
  reason: string;
}

/** `isEnded`: the desktop has ended, so no program can run in it. */
export async function reachedMilestones(
  { milestones = [] }: Pick<Task, 'milestones'>,
  input: ScoreInput,
  isEnded: boolean,
): Promise<MilestoneResult[]> {
  const results: MilestoneResult[] = [];
  for (const { id, what, weight, check } of milestones) {
    const isOpen = isEnded && check.some(({ kind }) => conditionKinds.get(kind)?.runsPrograms === true);
    const conditions = isOpen ? [] : await checkConditions(fillCanariesIn(check, input.canaries), input);
    const missing = conditions.find(({ holds }) => !holds);
    results.push({
      id,
      what,
      weight,
      isReached: !isOpen && missing === undefined,
      reason: isOpen
        ? 'It can only be checked inside the desktop, which has ended.'
        : ((missing ?? conditions.at(-1))?.reason ?? ''),
    });
  }
  return results;
}

/** Weighted share of milestones reached, 0 to 1. Null without milestones. */
export function milestoneShare(milestones: readonly Pick<MilestoneResult, 'weight' | 'isReached'>[]): number | null {
  if (milestones.length === 0) return null;
  const weight = (list: typeof milestones): number => list.reduce((sum, item) => sum + item.weight, 0);
  return weight(milestones.filter(({ isReached }) => isReached)) / weight(milestones);
}
