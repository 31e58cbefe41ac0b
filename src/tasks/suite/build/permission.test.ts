import { expect, it } from 'vitest';
import { twinPermission } from './permission.ts';

const path = '/home/user/Work/tests.csv';
const config = [{ type: 'upload_file', parameters: { files: [{ path }] } }];
const filesOf = (...check: Record<string, unknown>[]) =>
  twinPermission({ check: check.map((condition) => ({ kind: 'csv-row', path, ...condition })), config }, {})['files'];

it('a permission covers the rows that a check requires and the removals that it requires', () => {
  expect(filesOf({ cells: ['Glass', 40, 1] }, { cells: [null, 'Glass', 10], count: 0 })).toEqual([
    { path, becomes: ['Glass,40,1'], loses: ['Glass,10'] },
  ]);
});

it('a permission does not read a pattern as words', () => {
  expect(filesOf({ cells: [{ as: 'pattern', value: 'ok.*' }, 40] })).toEqual([{ path }]);
});
