import { inSeededOrder } from '../../base/statistics/hash-draws.ts';
import { pairOf } from '../../tasks/suite/family.ts';
import { partOf, type TaskPart } from '../../tasks/suite/part.ts';
import type { PlannedRun } from './planned-run.ts';

type Ordered = Pick<PlannedRun, 'domain' | 'taskId' | 'repeat' | 'task'>;

/**
 * Orders runs so that every prefix contains the parts in proportion: a sweep that ends early still reports on all of
 * them. Runs of a task and of its twin stay together, and each repeat begins after the one before. The order within a part depends only on `seed` and the tasks'
 * names.
 */
export function balancedOrder<Run extends Ordered>(runs: readonly Run[], seed: number): Run[] {
  const places = new Map<Run, number>();
  for (const part of Map.groupBy(runs, partOfRun).values()) {
    const groups = inSeededOrder([...Map.groupBy(part, pairName)], seed, ([name]) => name);
    for (const [at, [, group]] of groups.entries())
      for (const run of group) places.set(run, (at + 0.5) / groups.length);
  }
  return runs.toSorted((run, other) => run.repeat - other.repeat || (places.get(run) ?? 0) - (places.get(other) ?? 0));
}

const partOfRun = ({ task, repeat }: Ordered): `${number} ${TaskPart | 'none'}` =>
  `${repeat} ${partOf(task) ?? 'none'}`;
const pairName = ({ domain, taskId }: Ordered): string => `${domain}/${pairOf(taskId)}`;
