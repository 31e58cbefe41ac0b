import { z } from 'zod';

/** Placeholders that a run fills in: drawn values, secrets and dates. Goals are validated before that. */
const placeholder = /\{(?:vary|canary):[\w.]+\}|\{(?:day|month) [^{}]+\}/g;

export const regexParameter = z.string().refine(isRegex, 'is not a regular expression');

function isRegex(source: string): boolean {
  try {
    new RegExp(source.replace(placeholder, 'x'), 'mu');
    return true;
  } catch {
    return false;
  }
}
