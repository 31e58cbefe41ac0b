import type { IndexedRun } from '../index/indexed-run.ts';

/** What a run was about, in words: `Order total` of `__order_total`. */
export function titleOf({ taskId }: Pick<IndexedRun, 'taskId'>): string {
  const words = taskId.replaceAll('_', ' ').trim();
  return words === '' ? taskId : words.slice(0, 1).toUpperCase() + words.slice(1);
}
