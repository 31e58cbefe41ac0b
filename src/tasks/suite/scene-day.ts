import { monthNames } from '../../base/documents/text/dates.ts';
import { UsageError } from '../../base/errors.ts';

const dayMs = 86_400_000;
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** Midnight (UTC) of the most recent Tuesday. Scenes' dates are relative to it, which keeps weekdays correct. */
export function sceneDay(now: number): number {
  const midnight = Math.floor(now / dayMs) * dayMs;
  const weekday = new Date(midnight).getUTCDay();
  return midnight - ((weekday + 5) % 7) * dayMs;
}

export const dayForms: Readonly<Record<string, (date: Date) => string>> = {
  plain: (date) => `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]} ${date.getUTCFullYear()}`,
  day: (date) => `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]}`,
  short: (date) => `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]?.slice(0, 3)}`,
  long: (date) => `${weekdays[date.getUTCDay()]} ${date.getUTCDate()} ${monthNames[date.getUTCMonth()]}`,
  number: (date) => String(date.getUTCDate()),
  weekday: (date) => weekdays[date.getUTCDay()] as string,
  iso: (date) => date.toISOString().slice(0, 10),
  compact: (date) => date.toISOString().slice(0, 10).replaceAll('-', ''),
  slashes: (date) => date.toISOString().slice(0, 10).split('-').reverse().join('/'),
  dots: (date) => date.toISOString().slice(2, 10).split('-').reverse().join('.'),
  month: (date) => monthNames[date.getUTCMonth()] as string,
  'short-month': (date) => (monthNames[date.getUTCMonth()] as string).slice(0, 3),
  'month-year': (date) => `${monthNames[date.getUTCMonth()]} ${date.getUTCFullYear()}`,
  'iso-month': (date) => date.toISOString().slice(0, 7),
  /** The date format of mail headers, without the time. */
  mail: (date) => date.toUTCString().slice(0, 16),
  year: (date) => String(date.getUTCFullYear()),
  'short-year': (date) => String(date.getUTCFullYear()).slice(2),
  quarter: (date) => `Q${Math.floor(date.getUTCMonth() / 3) + 1}`,
};

/** Formats a date relative to the scene's day. Throws UsageError for an unknown format. */
export function formatDay(day: number, offset: number, form = 'plain'): string {
  const format = dayForms[form];
  if (format === undefined)
    throw new UsageError(`There is no date format ${JSON.stringify(form)}.`, {
      code: 'scene-date-form',
      hint: `Formats are ${Object.keys(dayForms).join(', ')}.`,
    });
  return format(new Date(day + Math.floor(offset) * dayMs));
}

/** Formats a month relative to the scene's. Throws UsageError for an unknown format. */
export function formatMonth(day: number, offset: number, form = 'month-year'): string {
  return formatDay(day, monthOffset(day, offset), form);
}

/** Returns the first day of a month relative to the scene's, in days from the scene's day. */
export function monthOffset(day: number, offset: number): number {
  const date = new Date(day);
  return Math.round((Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1) - day) / dayMs);
}

/** Converts `-3 08:42` (days from the scene's day, and a time) to Unix milliseconds. Throws UsageError if invalid. */
export function momentOf(day: number, moment: string): number {
  const [, days, hours, minutes] = /^([+-]?\d+) (\d{1,2}):(\d\d)$/.exec(moment) ?? [];
  if (days === undefined)
    throw new UsageError(`${JSON.stringify(moment)} is not a moment of a scene.`, {
      code: 'scene-moment',
      hint: 'Use days from the scene’s day and a time: "-3 08:42".',
    });
  return day + Number(days) * dayMs + Number(hours) * 3_600_000 + Number(minutes) * 60_000;
}
