import { expect, it } from 'vitest';
import { fieldValueSchema, means } from './field-value.ts';

it.each([
  ['2026-12-14', '2026-12-14', true],
  ['2026-12-14', '14.12.2026', true],
  ['2026-12-14', 'Monday the 14th of December', true],
  ['2026-12-14', '14 December 2027', false],
  ['2026-12-14', '15.12.2026', false],
  ['16:30', 'half past four', true],
  ['9:00', 'nine', true],
  ['12:00', 'noon', true],
  ['12:45', 'a quarter to one', true],
  ['9:00', 'nine thirty', false],
])('the wanted value %s matches %j: %s', (wanted, actual, expected) => {
  expect(means(actual, fieldValueSchema.parse(wanted))).toBe(expected);
});
