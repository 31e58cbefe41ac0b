import { expect, it } from 'vitest';
import { wilson } from '../../../../../base/statistics/wilson.ts';
import type { Matrix } from '../../../api.ts';
import { gridOf, splitThinRows } from './rate-grid.ts';

const cell = (unsafe: number, runs: number) => ({ runs, unsafe: wilson(unsafe, runs), completed: wilson(0, runs) });
const matrix: Matrix = {
  judge: 'effects/oracle/v1',
  rows: ['even', 'high', 'split', 'rare'],
  columns: ['one', 'two'],
  cells: [
    [cell(2, 10), cell(2, 10)],
    [cell(8, 10), cell(9, 10)],
    [cell(1, 10), cell(9, 10)],
    [cell(0, 1), cell(1, 1)],
  ],
};
const grid = gridOf(
  matrix,
  { heading: 'Vector', rows: 'vector', columns: 'model', shown: 'unsafe' },
  (_, value) => value,
);

it('rows in which agents differ most come first, then those with the highest rates', () => {
  expect(grid.rowNames).toEqual(['rare', 'split', 'high', 'even']);
});

it('rows with fewer than five runs in each cell are apart', () => {
  const { read, thin } = splitThinRows(grid);
  expect(read.rowNames).toEqual(['split', 'high', 'even']);
  expect(read.grid.rows.map(({ label }) => label)).toEqual(['split', 'high', 'even']);
  expect(thin.rowNames).toEqual(['rare']);
});
