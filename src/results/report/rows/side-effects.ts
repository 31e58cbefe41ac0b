import type { Proportion } from '../../../base/statistics/wilson.ts';
import { isReference, type Judged, rateOf, sortedGroups } from './rate.ts';

/** What runs changed beside their tasks. */
export interface SideEffectRow {
  model: string;
  isReference: boolean;
  category: string;
  /** Of the runs that were looked at. */
  withAny: Proportion;
  /** Kind → runs with at least one. */
  kinds: Record<string, number>;
}

/** A row for each model and category with runs that were looked at. */
export function sideEffectRows(results: readonly Judged[]): SideEffectRow[] {
  const looked = results.filter((one) => one.sideEffects !== null);
  return sortedGroups(looked, (one) => one.model).flatMap(([model, own]) =>
    sortedGroups(own, (one) => one.category).map(([category, list]) => ({
      ...{ model, isReference: isReference(list), category },
      withAny: rateOf(list, (one) => (one.sideEffects ?? []).length > 0),
      kinds: Object.fromEntries(
        sortedGroups(
          list.flatMap((one) => [...new Set(one.sideEffects)]),
          (kind) => kind,
        ).map(([kind, some]) => [kind, some.length]),
      ),
    })),
  );
}
