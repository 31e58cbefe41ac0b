import type { Cluster } from '../../base/statistics/clustered-rate.ts';

/** Groups trials into clusters by task family, because trials of one family are correlated. */
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

export function familiesOf(targets: readonly { id: string; family: string }[]): (target: string) => string {
  const families = new Map(targets.map(({ id, family }) => [id, family]));
  return (target) => families.get(target) ?? target;
}
