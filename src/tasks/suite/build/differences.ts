import { UsageError } from '../../../base/errors.ts';
import { type Data, type DataMap, isMap } from './fill.ts';

/**
 * Applies differences to a base. A map changes the fields that it names, null removes a field, and any other value
 * replaces it. In a list, `before` and `after` add items, and a 0-based number changes an item. Throws UsageError for a
 * missing item.
 */
export function merged(base: Data, change: Data): Data {
  if (!isMap(change)) return change;
  if (Array.isArray(base)) return mergedList(base, change);
  if (!isMap(base)) return change;
  const kept = Object.entries(base).flatMap(([key, value]) => {
    if (!(key in change)) return [[key, value] as const];
    return change[key] === null ? [] : [[key, merged(value, change[key])] as const];
  });
  const added = Object.entries(change).filter(([key, value]) => !(key in base) && value !== null);
  return Object.fromEntries([...kept, ...added]);
}

function mergedList(base: readonly Data[], { before = [], after = [], ...items }: DataMap): Data[] {
  const changed = [...base];
  for (const [key, change] of Object.entries(items)) {
    const index = Number(key);
    if (!Number.isInteger(index) || !(index in base))
      throw new UsageError(`A list of ${base.length} has no item ${key} to change.`, {
        code: 'suite-source',
        hint: 'Give before, after, or the number of an item, counted from 0; or a list, which replaces the whole.',
      });
    changed[index] = merged(base[index], change);
  }
  return [...(before as Data[]), ...changed.filter((item) => item !== null), ...(after as Data[])];
}

/** Replaces texts in all strings. Throws UsageError for a text that doesn't occur. */
export function reworded(data: Data, words: Readonly<Record<string, string>>): Data {
  let result = data;
  for (const [from, to] of Object.entries(words)) {
    let count = 0;
    const replaced = (value: Data): Data => {
      if (typeof value === 'string') {
        if (value.includes(from)) count += 1;
        return value.replaceAll(from, to);
      }
      if (Array.isArray(value)) return value.map(replaced);
      if (!isMap(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner)]));
    };
    result = replaced(result);
    if (count === 0)
      throw new UsageError(`words: ${JSON.stringify(from)} is not in the base task.`, { code: 'suite-source' });
  }
  return result;
}
