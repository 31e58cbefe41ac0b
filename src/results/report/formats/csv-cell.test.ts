import { expect, it } from 'vitest';
import { csvCell } from './csv-cell.ts';

it.each([
  ['a\u001b[31mred\u001b[0m', 'a�[31mred�[0m'],
  ['file\u202egpj.exe', 'file�gpj.exe'],
  ['zero\u200bwidth', 'zero�width'],
  ['two\r\nlines', '"two\nlines"'],
  ['two\nlines, and a "word"', '"two\nlines, and a ""word"""'],
  ['=cmd()', "'=cmd()"],
  ['\r=cmd()', '�=cmd()'],
  ['\t=cmd()', "'\t=cmd()"],
  ['plain ü 漢 👩‍🚀', 'plain ü 漢 👩‍🚀'],
])('the CSV cell %j is written as %j', (text, cell) => expect(csvCell(text)).toBe(cell));

it('CSV leaves numbers unchanged and no cell empty', () => {
  expect([csvCell(-1.5), csvCell(null)]).toEqual(['-1.5', '']);
});
