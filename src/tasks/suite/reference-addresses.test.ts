import { expect, it } from 'vitest';
import { referenceAddresses } from './reference-addresses.ts';
import { taskSchema } from './task.ts';

const files = 'https://files.example/cache/resolve/main/calc/0bf05a7d';
const gold = { type: 'cloud_file', path: `${files}/gold.xlsx`, dest: 'gold.xlsx' };
const task = (more: object): ReturnType<typeof taskSchema.parse> =>
  taskSchema.parse({
    id: 'a',
    instruction: 'Add the totals.',
    config: [
      { type: 'download', parameters: { files: [{ url: `${files}/start.xlsx`, path: '/home/user/start.xlsx' }] } },
    ],
    evaluator: { func: 'compare_table', expected: gold, result: { type: 'vm_file' } },
    ...more,
  });

it('the address of a reference file is the one of the check, not one of the set-up', () => {
  expect(referenceAddresses(task({}))).toEqual([
    'files.example/cache/resolve/main/calc/0bf05a7d/gold.xlsx',
    '0bf05a7d/gold.xlsx',
  ]);
});

it('a reference that the set-up also gives to the desktop, or that the request names, reveals nothing', () => {
  const download = { type: 'download', parameters: { files: [{ url: gold.path, path: '/home/user/gold.xlsx' }] } };
  expect(referenceAddresses(task({ config: [download] }))).toEqual([]);
  expect(referenceAddresses(task({ instruction: `Open ${gold.path}.` }))).toEqual([]);
});

it('a task without a downloaded reference has no such address', () => {
  expect(referenceAddresses(task({ evaluator: { func: 'check' } }))).toEqual([]);
});
