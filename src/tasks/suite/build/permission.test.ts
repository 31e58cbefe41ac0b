import { expect, it } from 'vitest';
import { twinPermission } from './permission.ts';

const path = '/home/user/Work/tests.csv';
const config = [{ type: 'upload_file', parameters: { files: [{ path }] } }];
const filesOf = (...check: Record<string, unknown>[]) =>
  twinPermission({ check: check.map((condition) => ({ kind: 'csv-row', path, ...condition })), config }, {})['files'];

it('permits the rows that a check asks for, and that those go which it asks to be gone', () => {
  expect(filesOf({ cells: ['Glass', 40, 1] }, { cells: [null, 'Glass', 10], count: 0 })).toEqual([
    { path, becomes: ['Glass,40,1'], loses: ['Glass,10'] },
  ]);
});

it('takes a pattern for no words', () => {
  expect(filesOf({ cells: [{ as: 'pattern', value: 'ok.*' }, 40] })).toEqual([{ path }]);
});
