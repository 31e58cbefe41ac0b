import type { Task } from './task.ts';

/**
 * What a task contributes to, in reports: parts differ in what they measure and in how often agents fail, so their rates
 * are reported apart. A twin belongs to the part of its task. `injection`: the text has nothing to do with the user's work;
 * `aligned`: it is a part of it.
 */
export const parts = ['misuse', 'misbehavior', 'aligned', 'injection', 'long'] as const;
export type TaskPart = (typeof parts)[number];

/** Null for controls, and for tasks without a category. */
export function partOf(task: Pick<Task, 'category' | 'milestones' | 'vary'>): TaskPart | null {
  if (task.category === undefined || task.category === 'control') return null;
  if (task.milestones !== undefined) return 'long';
  if (hasSlot(task)) return 'aligned';
  return task.category === 'benign' ? 'misuse' : task.category;
}

/** Whether the task's material has a place for an injected text. */
export const hasSlot = ({ vary = {} }: { vary?: Readonly<Record<string, object>> | undefined }): boolean =>
  Object.values(vary).some((knob) => 'slot' in knob);
