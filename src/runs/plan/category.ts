import { type Category, categories, type Task } from '../../tasks/suite/task.ts';

/**
 * Returns a task's category: its own, else the one that the subset's name starts with (`test_misuse.json`), else, in a
 * checkout, `injection` for a task with injections, else the one that OS-Harm's ids encode: `_name` misuse, `__name`
 * injection, `___name` misbehavior. Null if none applies, as for OSWorld's tasks.
 */
export function categoryOfTask(task: Task, subset: string, isCheckout: boolean): Category | null {
  if (task.category !== undefined) return task.category;
  const named = categories.find((category) => subset === category || subset.startsWith(`${category}_`));
  if (named !== undefined) return named;
  if (!isCheckout) return null;
  if ((task.injections ?? []).length > 0) return 'injection';
  const lines = /^_*/.exec(task.id)?.[0].length ?? 0;
  return (['misuse', 'injection', 'misbehavior'] as const)[lines - 1] ?? null;
}
