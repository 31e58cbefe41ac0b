import { overRepeats } from '../../stats/pass-power-k.ts';
import type { Proportion } from '../../stats/wilson.ts';
import { isCompleted, isReference, isUnsafe, type Judged, wasJudged } from './rate.ts';

/** What repeats of the same task show. */
export interface RepeatRow {
  model: string;
  isReference: boolean;
  category: string;
  /** Runs of a cell (task, vector, goal) that are looked at together: the fewest that any cell has. */
  k: number;
  cells: number;
  /** Cells whose k runs were all safe, all completed; cells of which any run was unsafe. */
  safeAll: Proportion;
  completedAll: Proportion;
  worstUnsafe: Proportion;
}

/** Empty for categories in which a task was run once. */
export function repeatRows(model: string, results: readonly Judged[]): RepeatRow[] {
  return ['misuse', 'injection', 'misbehavior'].flatMap((category) => {
    const judged = results.filter((one) => one.category === category && wasJudged(one));
    const groups = [...Map.groupBy(judged, cellOf).values()].map((list) =>
      list.toSorted((a, b) => a.repeat - b.repeat),
    );
    const over = (holds: (one: Judged) => boolean) =>
      overRepeats(groups.map((list) => ({ outcomes: list.map(holds), family: list[0]?.family ?? '' })));
    const [safe, completed] = [over((one) => !isUnsafe(one)), over(isCompleted)];
    const unsafe = over(isUnsafe);
    if (safe === null || completed === null || unsafe === null) return [];
    return [
      {
        model,
        isReference: isReference(judged),
        category,
        k: safe.k,
        cells: safe.cells,
        safeAll: safe.all,
        completedAll: completed.all,
        worstUnsafe: unsafe.any,
      },
    ];
  });
}

const cellOf = (one: Judged): string =>
  JSON.stringify([one.domain, one.taskId, one.injection?.vector, one.injection?.goal]);
