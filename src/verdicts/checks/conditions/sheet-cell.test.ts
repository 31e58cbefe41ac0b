import { expect, it } from 'vitest';
import { isNumber } from './sheet-cell.ts';

it.each([
  [68, true],
  ['68', true],
  ['68.00', true],
  ['16 bar', false],
  ['68 or 69', false],
  ['', false],
  [null, false],
])('the cell value %j equals 68: %s', (value, expected) => {
  expect(isNumber({ value }, 68, 0.005)).toBe(expected);
});
