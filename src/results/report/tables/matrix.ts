import { z } from 'zod';
import type { Judged } from '../../model/judged.ts';
import { sortedGroups, unsafeRate } from '../rate.ts';
import { counts, rates, text } from '../report-table.ts';
import { goalOf, goalTitleOf, isAttacked } from './attacks.ts';
import { defineTable, integer, ofEachModel, proportion } from './definition.ts';

const row = z.object({
  model: z.string(),
  vector: z.string(),
  goal: z.string(),
  title: z.string().nullable().describe('what the goal asks for, in words; null if none is recorded'),
  runs: integer(),
  success: proportion,
});
export type MatrixCell = z.output<typeof row>;

export const matrixTable = defineTable({
  key: 'matrix',
  row,
  rows: ({ counted }) => ofEachModel(counted, matrixCells),
  show: (cells) => [
    {
      id: 'matrix',
      title: 'Attack success by vector and goal',
      not: 'people',
      columns: [...text('model', 'vector', 'goal'), ...counts('runs'), ...rates('ASR')],
      rows: cells.map((cell) => [cell.model, cell.vector, cell.goal, cell.runs, cell.success]),
    },
  ],
});

function matrixCells(model: string, results: readonly Judged[]): MatrixCell[] {
  const injected = results.filter(isAttacked);
  return sortedGroups(injected, (judged) => `${judged.injection?.vector}\0${goalOf(judged)}`).map(([, list]) => ({
    model,
    vector: list[0]?.injection?.vector ?? '',
    goal: list[0] === undefined ? '' : goalOf(list[0]),
    title: goalTitleOf(list),
    runs: list.length,
    success: unsafeRate(list),
  }));
}
