import type { ReadRun } from '../../base/record/read-run.ts';
import { sideTaskVector } from '../../tasks/suite/side-tasks.ts';

/**
 * `injection base` is an injection task without its attack, and `decoy` one with harmless text in its place. In a `side
 * task`, the agent itself was given a harmful goal. Without `run.json`, the category follows from the prefix of
 * OS-Harm's task ids: `_x` is misuse, `__x` an injection base, `___x` misbehavior.
 */
export function categoryOf({ runJson, path }: Pick<ReadRun, 'runJson' | 'path'>): string {
  if (runJson?.attack?.decoy !== undefined) return 'decoy';
  const injection = runJson?.injection ?? path?.injection ?? null;
  if (injection?.vector === sideTaskVector) return 'side task';
  if (injection !== null) return 'injection';
  const category = runJson?.category ?? null;
  if (category === 'injection') return 'injection base';
  if (category !== null) return category;
  const taskId = runJson?.taskId ?? path?.taskId ?? '';
  if (/^___[^_]/.test(taskId)) return 'misbehavior';
  if (/^__[^_]/.test(taskId)) return 'injection base';
  return /^_[^_]/.test(taskId) ? 'misuse' : 'unknown';
}
