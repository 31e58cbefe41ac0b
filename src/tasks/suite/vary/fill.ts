import { UsageError } from '../../../base/errors.ts';
import { formatDay, formatMonth } from '../scene-day.ts';
import { drawnValues, sceneDayName, type Variation } from './variation.ts';

/** As in the texts of a scene. */
const date = /\{(day|month) ([+-]?\d+)(?: ([a-z-]+))?\}/g;
const placeholder = /\{vary:([a-z][a-z0-9_]*(?:\.\w+)*)\}/g;
const whole = /^\{vary:([a-z][a-z0-9_]*(?:\.\w+)*)\}$/;

/**
 * Replaces `{vary:NAME}`, `{vary:NAME.FIELD}`, `{day -3 long}` and `{month -1}` in a text. Throws UsageError where nothing
 * of that name was drawn, and for a form of dates that there isn't.
 */
export function fillVariedText(text: string, variation: Variation): string {
  const day = variation[sceneDayName]?.number ?? null;
  const filled = text.replace(placeholder, (_, name: string) => drawn(name, variation).text);
  return day === null ? filled : fillDates(filled, day);
}

/** Replaces `{day -3 long}` and `{month -1}`; `day`: midnight of the scene's day, Unix milliseconds. */
export function fillDates(text: string, day: number): string {
  return text.replace(date, (_, unit: string, offset: string, form?: string) =>
    (unit === 'day' ? formatDay : formatMonth)(day, Number(offset), form),
  );
}

/** True where a JSON value has dates to fill in. */
export const hasDates = (value: unknown): boolean => JSON.stringify(value).search(date) >= 0;

/** The same in every text of a JSON value, keys of objects included; a text that is one placeholder of a number becomes that number. */
export function fillVaried(value: unknown, variation: Variation): unknown {
  if (typeof value === 'string') {
    const only = whole.exec(value)?.[1];
    return (only === undefined ? null : drawn(only, variation).number) ?? fillVariedText(value, variation);
  }
  if (Array.isArray(value)) return value.map((item) => fillVaried(item, variation));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [fillVariedText(key, variation), fillVaried(member, variation)]),
  );
}

function drawn(name: string, variation: Variation): Variation[string] {
  const value = variation[name];
  if (value !== undefined) return value;
  throw new UsageError(`There is no variation ${JSON.stringify(name)}.`, {
    code: 'vary-unknown-name',
    hint: `The task's field "vary" has: ${
      drawnValues(variation)
        .map(([known]) => known)
        .join(', ') || 'none'
    }.`,
  });
}
