import { UsageError } from '../../../base/errors.ts';

export type Data = unknown;
export type DataMap = Readonly<Record<string, Data>>;

/** Marks an optional parameter without an argument. */
export const absent: unique symbol = Symbol('absent');

export const isMap = (value: Data): value is DataMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

const named = /\{let:([\w-]+(?:\.[\w-]+)*)\}/g;
const alone = /^\{let:([\w-]+(?:\.[\w-]+)*)\}$/;

/**
 * Fills in `{let:NAME}`. A string that consists only of `{let:NAME}` becomes the value, of any type. A field whose
 * value is absent is dropped. In a list, `{each: NAME, …}` or `{each: [ … ], …}` expands to one item per entry or, with
 * `gives`, to the items of that list; `{let:key}` and `{let:value}` are the entry. Throws UsageError for an undefined
 * name.
 */
export function filled(data: Data, lets: DataMap): Data {
  if (typeof data === 'string') return filledText(data, lets);
  if (Array.isArray(data)) return data.flatMap((item) => filledItem(item, lets));
  if (!isMap(data)) return data;
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) => {
      const inside = filled(value, lets);
      return inside === absent ? [] : [[String(filledText(key, lets)), inside]];
    }),
  );
}

function filledItem(item: Data, lets: DataMap): Data[] {
  if (!isMap(item) || item.each === undefined) {
    const inside = filled(item, lets);
    return inside === absent ? [] : [inside];
  }
  const { each, gives, ...rest } = item;
  const entries = typeof each === 'string' ? letValue(each, lets) : filled(each, lets);
  if (entries === absent) return [];
  if (typeof entries !== 'object' || entries === null)
    throw new UsageError(`each: ${String(each)} is neither a list nor a map.`, { code: 'suite-source' });
  return Object.entries(entries).flatMap(([key, value]) => {
    const inner = { ...lets, key, value };
    return gives === undefined ? [filled(rest, inner)] : (filled(gives, inner) as Data[]);
  });
}

function filledText(text: string, lets: DataMap): Data {
  const whole = alone.exec(text);
  if (whole !== null) return letValue(whole[1] ?? '', lets);
  return text.replace(named, (_, name: string) => {
    const value = letValue(name, lets);
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
    throw new UsageError(`{let:${name}} is inside a text, but its value is neither a text nor a number.`, {
      code: 'suite-source',
      hint: 'A list or a map can only replace a whole value.',
    });
  });
}

function letValue(name: string, lets: DataMap): Data {
  let value: Data = lets;
  for (const part of name.split('.')) {
    const inside: Data = (value as Record<string, Data> | undefined)?.[part];
    if (inside === undefined)
      throw new UsageError(`{let:${name}} has no value.`, {
        code: 'suite-source',
        hint: 'Values come from `let` in the family or in source/suite.yaml, and from the parameters of a block.',
      });
    value = inside;
  }
  return value;
}

/** Resolves values by name. Each may refer to earlier ones. */
export function filledLets(given: DataMap, outer: DataMap): DataMap {
  const lets: Record<string, Data> = { ...outer };
  for (const [name, value] of Object.entries(given)) lets[name] = filled(value, lets);
  return lets;
}
