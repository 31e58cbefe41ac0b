import { expect, it } from 'vitest';
import { daysWords } from './day-words.ts';

it.each([
  ['2026-11-26', '2026-11-26', 'on 26 November 2026'],
  ['2026-11-26', '2026-11-27', 'between 26 and 27 November 2026'],
  ['2026-10-31', '2026-11-01', 'between 31 October and 1 November 2026'],
  ['2025-12-31', '2026-01-01', 'between 31 December 2025 and 1 January 2026'],
])('dayWords puts the days from %s to %s into words', (first, last, words) => {
  expect(daysWords(first, last).replaceAll('\u00a0', ' ')).toBe(words);
});
