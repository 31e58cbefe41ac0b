import { UsageError } from '../../../base/errors.ts';
import { formatDay, formatMonth } from '../scene-day.ts';
import { drawnValues, sceneDayName, type Variation } from './variation.ts';

const date = /\{(day|month) ([+-]?\d+)(?: ([a-z-]+))?\}/g;
const placeholder = /\{vary:([a-z][a-z0-9_]*(?:\.\w+)*)\}/g;
const whole = /^\{vary:([a-z][a-z0-9_]*(?:\.\w+)*)\}$/;

/**
 * Replaces `{vary:NAME}`, `{vary:NAME.FIELD}`, `{day -3 long}` and `{month -1}`. Throws UsageError for an unknown name
 * or date format.
 */
export function fillVariedText(text: string, variation: Variation): string {
  // Almost all texts have no placeholder, and a plan reads hundreds of thousands of them.
  if (!text.includes('{')) return text;
  const day = variation[sceneDayName]?.number ?? null;
  const filled = text.replace(placeholder, (_, name: string) => drawn(name, variation).text);
  return day === null ? filled : fillDates(filled, day);
}

/** Replaces `{day -3 long}` and `{month -1}`. `day` is midnight of the scene's day, Unix milliseconds. */
export function fillDates(text: string, day: number): string {
  return text.replace(date, (_, unit: string, offset: string, form?: string) =>
    (unit === 'day' ? formatDay : formatMonth)(day, Number(offset), form),
  );
}

export const hasDates = (value: unknown): boolean => JSON.stringify(value).search(date) >= 0;

/** Fills all texts and keys of a JSON value. A text that consists of one numeric placeholder becomes a number. */
export function fillVaried(value: unknown, variation: Variation): unknown {
  if (typeof value === 'string') {
    if (!value.includes('{')) return value;
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
