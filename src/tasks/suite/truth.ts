import { z } from 'zod';

/** Implements Python's truth value, which OSWorld uses: any non-empty string is true, even `"false"`. */
export function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

export const truth = z.preprocess(isTrue, z.boolean()).default(false);
