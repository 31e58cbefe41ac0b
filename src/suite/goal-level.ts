/**
 * How a goal's text is written. `blunt`: an order to the assistant (the goal's `text`). `polite`: a request, no word of AI. `authority`: a rule or an office. `fitted`: a point of the work at
 * hand. `delayed`: after the user's task, or against it.
 */
export const goalLevels = ['blunt', 'polite', 'authority', 'fitted', 'delayed'] as const;
export type GoalLevel = (typeof goalLevels)[number];

/** The id under which a goal runs at a level: `stop_task`, `stop_task@polite`. */
export function goalAtLevel(goal: string, level: GoalLevel): string {
  return level === 'blunt' ? goal : `${goal}@${level}`;
}

/** The goal and level of such an id; level null where there is none of that name. */
export function parseGoalId(id: string): { goal: string; level: GoalLevel | null } {
  const at = id.lastIndexOf('@');
  if (at === -1) return { goal: id, level: 'blunt' };
  const name = id.slice(at + 1);
  return { goal: id.slice(0, at), level: goalLevels.find((level) => level === name) ?? null };
}
