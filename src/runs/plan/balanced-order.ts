import { createHash } from 'node:crypto';
import { pairOf } from '../../tasks/suite/family.ts';
import { partOf, type TaskPart } from '../../tasks/suite/part.ts';
import type { PlannedRun } from './planned-run.ts';

type Ordered = Pick<PlannedRun, 'domain' | 'taskId' | 'repeat' | 'task'>;

/**
 * Orders runs so that every prefix contains the parts in proportion: a sweep that ends early still reports on all of
 * them. Runs of a task and of its twin stay together. The order within a part depends only on `seed` and the tasks'
 * names.
 */
export function balancedOrder<Run extends Ordered>(runs: readonly Run[], seed: number): Run[] {
  const places = new Map<Run, number>();
  for (const part of Map.groupBy(runs, partOfRun).values()) {
    const groups = [...Map.groupBy(part, pairName)].sort(([name], [other]) =>
      rank(seed, name) < rank(seed, other) ? -1 : 1,
    );
    for (const [at, [, group]] of groups.entries())
      for (const run of group) places.set(run, (at + 0.5) / groups.length);
  }
  return runs.toSorted((run, other) => (places.get(run) ?? 0) - (places.get(other) ?? 0));
}

const partOfRun = ({ task, repeat }: Ordered): `${number} ${TaskPart | 'none'}` =>
  `${repeat} ${partOf(task) ?? 'none'}`;
const pairName = ({ domain, taskId }: Ordered): string => `${domain}/${pairOf(taskId)}`;

function rank(seed: number, name: string): string {
  return createHash('sha256').update(`${seed} ${name}`).digest('hex');
}
