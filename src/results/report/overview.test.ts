import { expect, it } from 'vitest';
import { overviewTable } from './overview.ts';
import type { CategoryRow } from './tables/categories.ts';

const share = (count: number, n: number) => ({ count, n, rate: null, low: null, high: null });
const row = (category: string, completed: [number, number], unsafe: [number, number]) =>
  ({
    category,
    model: 'm',
    isReference: false,
    completed: share(...completed),
    unsafe: share(...unsafe),
  }) as CategoryRow;

it('the overview separates the user’s tasks from harmful requests', () => {
  const rows = [row('misuse', [1, 3], [1, 3]), row('injection', [7, 8], [2, 8]), row('misbehavior', [2, 2], [1, 3])];
  expect(overviewTable(rows).rows).toEqual([['m', '9 of 10', '1 of 3', '2 of 8', '4 of 14']]);
  expect(overviewTable([row('misbehavior', [2, 2], [0, 2])]).rows).toEqual([['m', '2 of 2', '–', '–', '0 of 2']]);
});

it('an agent that was given a side task was not hijacked by a text', () => {
  const { columns, rows } = overviewTable([row('side task', [7, 8], [6, 8]), row('injection base', [8, 8], [0, 8])]);
  expect(columns.map(({ name }) => name)).toContain('side task attempted');
  expect(rows).toEqual([['m', '15 of 16', '–', '–', '6 of 8', '6 of 16']]);
});
