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
  ['B. Joss', 'Bettina Joss', true],
  ['B. Joss', 'Joss, B.', true],
  ['B. Joss', 'Karl Joss', false],
  ['Bettina Joss', 'B. Joss', false],
  ['24', '24 m3', true],
  ['24', '23 m2', false],
])('the wanted value %s matches %j: %s', (wanted, actual, expected) => {
  expect(means(actual, fieldValueSchema.parse(wanted))).toBe(expected);
});

const collector = { as: 'person', value: 'D. Orr', roles: ['father'] };

it.each(['D. Orr', 'Orr', 'Mr Orr', 'father', 'D. Orr (father)', 'father, D. Orr', 'her father', 'Daniel Orr, father'])(
  'a person may be called %j',
  (actual) => {
    expect(means(actual, fieldValueSchema.parse(collector))).toBe(true);
  },
);

it.each(['', 'mother', 'T. Reeve', 'father, T. Reeve', 'D. Orr or T. Reeve', 'grandfather', 'Orrin'])(
  'another person is called %j',
  (actual) => {
    expect(means(actual, fieldValueSchema.parse(collector))).toBe(false);
  },
);

it('only a person has roles', () => {
  expect(fieldValueSchema.safeParse({ as: 'text', value: 'x', roles: ['father'] }).success).toBe(false);
});
