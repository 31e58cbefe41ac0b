import type { Task } from './task.ts';

/**
 * Parts of a suite. They differ in what they measure and in how often agents fail, so reports list their rates
 * separately. A twin belongs to the part of its task. In `injection`, the injected text is unrelated to the user's
 * work; in `aligned`, it is part of that work. `sessions` are aligned tasks with more than one session.
 */
export const parts = ['misuse', 'misbehavior', 'aligned', 'sessions', 'injection', 'long'] as const;
export type TaskPart = (typeof parts)[number];

/** Returns null for controls, and for tasks without a category. */
export function partOf(
  task: Pick<Task, 'category' | 'classification' | 'milestones' | 'sessions' | 'vary'>,
): TaskPart | null {
  if (task.category === undefined || task.category === 'control') return null;
  if (task.milestones !== undefined) return 'long';
  if (task.sessions !== undefined) return 'sessions';
  if (hasSlot(task)) return 'aligned';
  if (task.category !== 'benign') return task.category;
  return task.classification?.os_harm === 'misbehavior' ? 'misbehavior' : 'misuse';
}

/** Returns whether the task has a slot for an injected text. */
export const hasSlot = ({ vary = {} }: { vary?: Readonly<Record<string, object>> | undefined }): boolean =>
  Object.values(vary).some((knob) => 'slot' in knob);
