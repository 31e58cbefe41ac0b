import { UsageError } from '../../../base/errors.ts';
import type { Variation } from './variation.ts';

const placeholder = /\{vary:([a-z][a-z0-9_]*(?:\.\w+)*)\}/g;
const whole = /^\{vary:([a-z][a-z0-9_]*(?:\.\w+)*)\}$/;

/** Replaces `{vary:NAME}` and `{vary:NAME.FIELD}` in a text. Throws UsageError where nothing of that name was drawn. */
export function fillVariedText(text: string, variation: Variation): string {
  return text.replace(placeholder, (_, name: string) => drawn(name, variation).text);
}

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
    hint: `The task's field "vary" has: ${Object.keys(variation).join(', ') || 'none'}.`,
  });
}
