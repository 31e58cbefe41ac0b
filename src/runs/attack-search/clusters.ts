import type { Cluster } from '../../base/statistics/clustered-rate.ts';

/** Trials as clusters by family: those of one family of tasks depend on each other. */
export function clustersOf<T>(
  trials: readonly T[],
  familyOf: (trial: T) => string,
  hits: (trial: T) => boolean,
): Cluster[] {
  return [...Map.groupBy(trials, familyOf).values()].map((list) => ({
    events: list.filter(hits).length,
    n: list.length,
  }));
}

/** The family of a target of a plan; a target of no plan is one by itself. */
export function familiesOf(targets: readonly { id: string; family: string }[]): (target: string) => string {
  const families = new Map(targets.map(({ id, family }) => [id, family]));
  return (target) => families.get(target) ?? target;
}
