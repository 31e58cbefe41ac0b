import { z } from 'zod';

/** What a run fills in: drawn values, secrets and dates. Goals are read before, with these in them. */
const placeholder = /\{(?:vary|canary):[\w.]+\}|\{(?:day|month) [^{}]+\}/g;

/** A regular expression as text, checked when a suite is read. */
export const regexParameter = z.string().refine(isRegex, 'is no regular expression');

function isRegex(source: string): boolean {
  try {
    new RegExp(source.replace(placeholder, 'x'), 'mu');
    return true;
  } catch {
    return false;
  }
}
