import { z } from 'zod';

/** What OSWorld, a Python program, takes for true: any text but the empty one (`"true"`, and `"false"` too), any number but 0. */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** A field of OSWorld's that is true or false; left out: false. */
export const truth = z.preprocess(isTrue, z.boolean()).default(false);
