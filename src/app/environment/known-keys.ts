import { z } from 'zod';
import { nearestName } from '../../base/nearest-name.ts';

/** An object schema that refuses unknown keys. Its message suggests the nearest known key and lists all of them. */
export function knownKeys<T extends z.ZodRawShape>(shape: T) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? unknownKeysMessage(issue.keys, known) : undefined),
  });
}

function unknownKeysMessage(keys: readonly string[], known: readonly string[]): string {
  const sentences = keys.map((key) => {
    const meant = nearestName(key, known) ?? nameIn(key, known);
    return `There is no ${JSON.stringify(key)}.${meant === null ? '' : ` Did you mean ${JSON.stringify(meant)}?`}`;
  });
  return `${sentences.join(' ')} Known: ${known.join(', ')}.`;
}

/** The known name that a longer spelling contains as a word: `task_id` and `taskId` contain `task`. */
function nameIn(key: string, known: readonly string[]): string | null {
  const words = key
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_\s-]+/);
  return known.find((name) => words.includes(name)) ?? null;
}
