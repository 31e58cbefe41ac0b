import { OsharmError } from 'osharm';
import type { Getter } from 'osharm/evaluators';
import { isTable } from 'osharm/evaluators';

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

interface Day {
  year: number;
  month: number;
  day: number;
}

/**
 * Fills relative dates (`tomorrow`, `next Monday` …) into the rule's templates (`{DoW}`, `{Month}`, `{DayD}` …), for
 * the current day in the rule's `timezone`. It defaults to UTC, whereas OSWorld looks up the time zone online.
 */
export const ruleRelativeTime: Getter = async (parameters, { now }) => {
  const rules = structuredClone(parameters.rules);
  const relative = isTable(rules) ? rules.relativeTime : null;
  const expected = isTable(rules) ? (rules.expected as Record<string, unknown>) : null;
  if (!isTable(relative) || expected === null || typeof relative.from !== 'string')
    throw unknown('A rule of relative time needs relativeTime.from and expected.');
  const zone = isTable(rules) && typeof rules.timezone === 'string' ? rules.timezone : 'UTC';
  const today = dayIn(zone, now());
  const from = firstDay(relative.from, today, relative.to === undefined);
  const fill = (name: string, day: Day): void => {
    if (typeof expected[name] !== 'string') throw unknown(`The rule has no expected.${name}.`);
    expected[name] = filled(expected[name], day);
  };
  if (relative.to === undefined) {
    fill('time', from);
    return rules;
  }
  if (relative.from === 'next Monday split') for (const name of ['puDay', 'puMonth', 'puYear']) fill(name, from);
  else fill('from', from);
  const to = lastDay(String(relative.to), today, relative.from, from);
  if (relative.to === 'next Friday split') for (const name of ['doDay', 'doMonth', 'doYear']) fill(name, to);
  else fill('to', to);
  return rules;
};

function firstDay(phrase: string, today: Day, isAlone: boolean): Day {
  const weekday = weekdayOf(today);
  const nextMonday = 7 - weekday;
  switch (phrase) {
    case 'tomorrow':
      return later(today, 1);
    case '5th next month':
      return inMonths(today, 1, 5);
    case '10th next month':
      return inMonths(today, 1, 10);
    case 'this month':
      return today;
    case 'next Monday':
    case 'next Monday split':
      return later(today, nextMonday);
    case 'first monday four months later':
      return firstMonday(inMonths(today, 4, 1));
    case 'first monday eight months later':
      return firstMonday(inMonths(today, 8, 1));
  }
  if (!isAlone)
    switch (phrase) {
      case 'this Saturday':
        return later(today, 5 - weekday);
      case 'next Friday':
        return later(today, weekday < 4 ? 4 - weekday : 11 - weekday);
      case 'next Saturday':
        return later(today, weekday < 5 ? 5 - weekday : 12 - weekday);
      case 'next week Friday':
        return later(today, nextMonday + 4);
      case 'next week Saturday':
        return later(today, nextMonday + 5);
      case 'next week Sunday':
        return later(today, nextMonday + 6);
    }
  throw unknown(`The phrase ${JSON.stringify(phrase)} is not known.`);
}

function lastDay(phrase: string, today: Day, fromPhrase: string, from: Day): Day {
  const weekday = weekdayOf(today);
  switch (phrase) {
    case 'tomorrow':
      return later(today, 1);
    case 'this Sunday':
      return later(today, 6 - weekday);
    case '11th next month':
      return inMonths(today, 1, 11);
    case 'next Friday':
    case 'next Friday split':
      if (fromPhrase.startsWith('next Monday')) return later(from, 4);
      return later(today, weekday < 4 ? 4 - weekday : 11 - weekday);
    case 'next Sunday':
      if (fromPhrase === 'next Friday' || fromPhrase === 'next Saturday') return later(from, 6 - weekdayOf(from));
      return later(today, weekday < 6 ? 6 - weekday : 7);
    case 'next week Sunday':
      if (fromPhrase === 'next week Friday' || fromPhrase === 'next week Saturday')
        return later(from, 6 - weekdayOf(from));
      return later(today, 13 - weekday);
    default:
      throw unknown(`The phrase ${JSON.stringify(phrase)} is not known.`);
  }
}

function filled(template: string, day: Day): string {
  const month = months[day.month - 1] ?? '';
  const two = (value: number): string => String(value).padStart(2, '0');
  // Like OSWorld, replace only the first occurrence of each.
  return template
    .replace('{DoW}', days[weekdayOf(day)] ?? '')
    .replace('{Month}', month.slice(0, 3))
    .replace('{DayD}', String(day.day))
    .replace('{Year}', String(day.year))
    .replace('{Month0D}', two(day.month))
    .replace('{month}', month.toLowerCase())
    .replace('{MonthFull}', month)
    .replace('{Day0D}', two(day.day))
    .replace('{MonthD}', String(day.month));
}

function dayIn(zone: string, now: Date): Day {
  try {
    const parts = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    });
    const value = (type: string): number =>
      Number(parts.formatToParts(now).find((dateTimeFormatPart) => dateTimeFormatPart.type === type)?.value);
    return { year: value('year'), month: value('month'), day: value('day') };
  } catch {
    throw unknown(`The time zone ${JSON.stringify(zone)} is not known.`);
  }
}

/** 0 is Monday. */
function weekdayOf({ year, month, day }: Day): number {
  return (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
}

function later({ year, month, day }: Day, count: number): Day {
  const date = new Date(Date.UTC(year, month - 1, day + count));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

function inMonths({ year, month }: Day, count: number, day: number): Day {
  const index = month - 1 + count;
  return { year: year + Math.floor(index / 12), month: (index % 12) + 1, day };
}

function firstMonday(day: Day): Day {
  return later(day, (7 - weekdayOf(day)) % 7);
}

function unknown(message: string): OsharmError {
  return new OsharmError(message, { code: 'evaluator-relative-time', blame: 'task' });
}
