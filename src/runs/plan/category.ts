import { type Category, categories, type Task } from '../../tasks/suite/task.ts';

/**
 * A task's category: its own, else what the subset's name says (`test_misuse.json`), else, in a checkout, what
 * OS-Harm's ids say: `_name` misuse, `__name` injection, `___name` misbehavior; a task with injections is one of them
 * whatever its id. Null where nothing says it (a task of OSWorld).
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
