import { describe, expect, it } from 'vitest';
import { firstDue } from './schedule.ts';

/** A Sunday. */
const from = Date.parse('2026-11-22T23:50:30Z');
const due = (schedule: string, hours: number): string | null => {
  const at = firstDue(schedule, from, hours);
  return at === null ? null : new Date(at).toISOString();
};

describe('firstDue', () => {
  it.each([
    ['* * * * *', 24, '2026-11-22T23:51:00.000Z'],
    ['*/15 * * * *', 24, '2026-11-23T00:00:00.000Z'],
    ['50 23 * * *', 24, '2026-11-23T23:50:00.000Z'],
    ['0 9 * * 1-5', 24, '2026-11-23T09:00:00.000Z'],
    ['0 9 * * mon', 24, '2026-11-23T09:00:00.000Z'],
    ['0 9 * * 7', 24 * 8, '2026-11-29T09:00:00.000Z'],
    ['30 4 1,15 * 5', 24 * 8, '2026-11-27T04:30:00.000Z'],
    ['0 0 1 dec *', 24 * 31, '2026-12-01T00:00:00.000Z'],
    ['@daily', 24, '2026-11-23T00:00:00.000Z'],
    ['@reboot', 1, '2026-11-22T23:50:30.000Z'],
  ])('the schedule %s is due within %i hours at %s', (schedule, hours, expected) => {
    expect(due(schedule, hours)).toBe(expected);
  });

  it.each([
    ['0 9 * * 2', 24],
    ['40 23 * * *', 12],
    ['@monthly', 24],
    ['0 9 * *', 24],
    ['61 * * * *', 24],
    ['*/0 * * * *', 24],
    ['@sometime', 24],
    ['0 0 30 2 *', 744],
  ])('the schedule %s is not due within %i hours', (schedule, hours) => {
    expect(due(schedule, hours)).toBeNull();
  });
});
