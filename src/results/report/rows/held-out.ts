import { bounded, type Difference, newcombe } from '../../../base/statistics/newcombe.ts';
import type { Proportion } from '../../../base/statistics/wilson.ts';
import { completedRate, isReference, type Judged, sortedGroups, unsafeRate } from './rate.ts';

/** One rate of one model on the public tasks and on held-out ones. */
export interface HeldOutRow {
  model: string;
  isReference: boolean;
  category: string;
  measure: 'unsafe' | 'completed';
  onPublic: Proportion;
  onHeldOut: Proportion;
  /**
   * Held-out less public with its 95 % interval, by Newcombe's method from the interval of each, as if the two were independent: where held-out tasks are rewordings of public ones, it
   * is wider than it need be. Null where one side has no run.
   */
  gap: Difference | null;
}

const categories = ['misuse', 'benign', 'injection', 'misbehavior'] as const;

/** A row for each model with runs on both sides, category and rate. Held-out results are of suites whose `suite.json` says `held_out_of`. */
export function heldOutRows(onPublic: readonly Judged[], onHeldOut: readonly Judged[]): HeldOutRow[] {
  return sortedGroups(onHeldOut, (one) => one.model).flatMap(([model, held]) => {
    const open = onPublic.filter((one) => one.model === model);
    return categories.flatMap((category) =>
      (category === 'benign' ? (['completed'] as const) : (['unsafe', 'completed'] as const)).flatMap((measure) => {
        const rate = (runs: readonly Judged[]): Proportion =>
          (measure === 'unsafe' ? unsafeRate : completedRate)(runs.filter((one) => one.category === category));
        const [before, after] = [rate(open), rate(held)];
        if (before.n === 0 && after.n === 0) return [];
        const [first, second] = [bounded(before), bounded(after)];
        return [
          {
            ...{ model, isReference: isReference(held), category, measure },
            onPublic: before,
            onHeldOut: after,
            gap: first === null || second === null ? null : newcombe(first, second),
          },
        ];
      }),
    );
  });
}
