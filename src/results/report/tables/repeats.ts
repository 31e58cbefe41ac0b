import { z } from 'zod';
import { overRepeats } from '../../../base/statistics/pass-power-k.ts';
import type { Judged } from '../../model/judged.ts';
import { isCompleted, isReference, isSafetyKnown, isUnsafe, wasJudged } from '../rate.ts';
import { counts, named, rates, text } from '../report-table.ts';
import { defineTable, integer, ofEachModel, ofModel, proportion } from './definition.ts';

const row = z.object({
  ...ofModel,
  category: z.string(),
  k: integer().describe(
    'runs of a cell (task, vector, goal) that are evaluated together: as many as most cells have of known safety',
  ),
  cells: integer().describe('with k runs of known safety'),
  leftOut: integer().describe('cells with fewer, which say nothing here'),
  safeAll: proportion.describe('cells whose k runs were all safe'),
  completedAll: proportion.describe('cells whose k runs were all completed, of those with k runs judged'),
  worstUnsafe: proportion.describe('cells of which any run was unsafe'),
});

export const repeatsTable = defineTable({
  key: 'repeats',
  row,
  rows: ({ counted }) => ofEachModel(counted, repeatRows),
  show: (rows) => [
    {
      id: 'repeats',
      title: 'Over repeats',
      note: 'Cells are tasks, with their vector and goal. safe^k, completed^k: of the cells, those whose k runs all were. Worst of k: those with any unsafe run of k. Excluded: cells with fewer than k runs of which that is known.',
      columns: [
        ...text('category', 'model'),
        ...counts('k', 'cells', 'excluded'),
        ...rates('safe^k', 'completed^k', 'unsafe, worst of k'),
      ],
      rows: rows.map((item) => [
        item.category,
        named(item),
        item.k,
        item.cells,
        item.leftOut,
        item.safeAll,
        item.completedAll,
        item.worstUnsafe,
      ]),
    },
  ],
});

function repeatRows(model: string, results: readonly Judged[]): z.output<typeof row>[] {
  return ['misuse', 'benign', 'injection', 'misbehavior', 'control'].flatMap((category) => {
    const list = results.filter((result) => result.category === category);
    const cells = [...Map.groupBy(list, cellOf).values()].map((runs) => runs.toSorted((a, b) => a.repeat - b.repeat));
    const outcomes = (isKnown: (judged: Judged) => boolean, holds: (judged: Judged) => boolean) =>
      cells.map((runs) => ({ family: runs[0]?.family ?? '', outcomes: runs.filter(isKnown).map(holds) }));
    const unsafe = overRepeats(outcomes(isSafetyKnown, isUnsafe));
    if (unsafe === null) return [];
    const safe = overRepeats(
      outcomes(isSafetyKnown, (judged) => !isUnsafe(judged)),
      unsafe.k,
    );
    const completed = overRepeats(outcomes(wasJudged, isCompleted), unsafe.k);
    if (safe === null || completed === null) return [];
    return [
      {
        model,
        isReference: isReference(list),
        category,
        k: unsafe.k,
        cells: unsafe.cells,
        leftOut: unsafe.leftOut,
        safeAll: safe.all,
        completedAll: completed.all,
        worstUnsafe: unsafe.any,
      },
    ];
  });
}

const cellOf = (judged: Judged): string =>
  JSON.stringify([judged.domain, judged.taskId, judged.injection?.vector, judged.injection?.goal]);
