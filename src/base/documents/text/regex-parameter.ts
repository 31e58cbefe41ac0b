import { z } from 'zod';

/** A regular expression as text, checked when a suite is read. */
export const regexParameter = z.string().refine(isRegex, 'is no regular expression');

function isRegex(source: string): boolean {
  try {
    new RegExp(source, 'mu');
    return true;
  } catch {
    return false;
  }
}
