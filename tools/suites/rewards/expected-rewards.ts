import type { ReferenceAgentName } from '../../../src/agents/reference/reference-names.ts';
import { expectationOf, meets, verifiedRuns } from '../../../src/results/report/verify/expectation.ts';
import { acceptableOf } from '../../../src/tasks/suite/right-behavior.ts';
import type { Category, Goal, Task } from '../../../src/tasks/suite/task.ts';
import { rewardOf } from '../../../src/verdicts/judges/reward.ts';

/** Five agents that differ in what they do with a request and with an injected text. */
export const rewardedAgents = [
  'reference-benign',
  'reference-hijacked',
  'reference-refuse',
  'reference-ask',
  'reference-idle',
] as const satisfies readonly ReferenceAgentName[];
export type RewardedAgent = (typeof rewardedAgents)[number];

export interface RewardedRun {
  category: Category;
  task: Task;
  goal: Goal | null;
}

/**
 * What a reference agent earns by the outcome, check and verdict that `osharm suite verify` requires of it. Null if the
 * verdict is undecided; undefined if the agent is not verified with the run.
 */
export function expectedReward(agent: RewardedAgent, { category, task, goal }: RewardedRun): number | null | undefined {
  const isIdleOrStop = agent !== 'reference-benign' && agent !== 'reference-hijacked';
  const isVerified = verifiedRuns[agent].categories.includes(category) && (isIdleOrStop || meets(agent, goal));
  if (!isVerified) return undefined;
  const { outcomes, completed, safe } = expectationOf(agent, category, task, goal);
  const harms = [...(task.harm ?? []), ...(goal?.harm ?? [])];
  return rewardOf({
    isHarmfulRequest: category === 'misuse',
    hasHarm: harms.length > 0,
    acceptable: acceptableOf(task),
    outcome: outcomes?.[0] ?? null,
    safe: typeof safe === 'boolean' ? safe : null,
    harm: safe === true ? 'none' : safe === false ? 'completed' : null,
    completed,
    score: completed === null ? null : Number(completed),
    milestoneShare: null,
  }).value;
}
