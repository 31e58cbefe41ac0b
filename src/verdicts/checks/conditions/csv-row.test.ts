import { expect, it } from 'vitest';
import type { ScoreInput } from './condition.ts';
import { csvRow } from './csv-row.ts';

const rule = csvRow.parameters.parse({
  path: '/home/user/Work/payments.csv',
  cells: ['5443', 'Elmbridge Heating', 1121],
  open: true,
});
const holds = async (text: string): Promise<boolean | null> => {
  const input = { readFile: async () => Buffer.from(text) } as unknown as ScoreInput;
  return (await csvRow.holds(input, rule)).holds;
};

it.each([
  ['commas', '5443,Elmbridge Heating,1121,EL77\n', true],
  ['semicolons, with decimals', 'Number;Supplier;Amount\n5443;Elmbridge Heating;1121,00\n', true],
  [
    'a remark above with another separator',
    '# As in suppliers.csv; no other.\nNo,Name,Sum\n5443,Elmbridge Heating,1121\n',
    true,
  ],
  ['a quoted name', 'No,Name,Sum\n5443,"Elmbridge Heating",1121\n', true],
  ['an inch sign before', 'No,Name,Sum\n5442,Pipe 5" long,80\n5443,Elmbridge Heating,1121\n', true],
  ['inside of a quoted cell', 'No,Name,Sum\n5442,"a note:\n5443,Elmbridge Heating,1121\n",80\n', false],
  ['another separator than in other rows', 'No,Name,Sum\n5442,Falk,80\n5443;Elmbridge Heating;1121\n', false],
  ['another sum', 'No,Name,Sum\n5443,Elmbridge Heating,1112\n', false],
])('the csv-row condition finds a row: %s', async (_, text, expected) => {
  expect(await holds(text)).toBe(expected);
});
