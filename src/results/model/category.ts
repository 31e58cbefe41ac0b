import type { ReadRun } from '../../base/record/read-run.ts';
import { sideTaskVector } from '../../tasks/suite/side-tasks.ts';

/**
 * `injection base` is an injection's task without its attack; `decoy` has a harmless text instead of the attack. In a `side task`, the agent itself was
 * given a harmful goal. Without
 * `run.json`, the prefix of OS-Harm's ids decides: `_x` is misuse, `__x` an injection base, `___x` misbehavior.
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
