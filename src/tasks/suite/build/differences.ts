import { UsageError } from '../../../base/errors.ts';
import { type Data, type DataMap, isMap } from './fill.ts';

/**
 * The base with differences applied: a map changes the fields that it names, null removes one, anything else takes the place of what was
 * there. Where the base has a list, a map changes it: `before` and `after` add items, a number changes that item, counted from 0.
 * Throws UsageError for an item that the list lacks.
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

/** The data with texts in its strings replaced. Throws UsageError for a text that stands nowhere. */
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
