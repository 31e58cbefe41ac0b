import { type Metric, score } from '../core/metric.ts';
import { readPythonText, strip } from '../core/text.ts';
import { isTruthy } from '../core/values.ts';

const blanks = /[\s\x1c-\x1f\x85]+/g;

/** Two text files are equal; options `ignore_blanks` (runs of white space are one space) and `ignore_case`. */
export const compareTextFile: Metric = async ({ result, expected, options }) => {
  if (!isTruthy(result)) return 0;
  const even = (text: string): string => {
    let even = text;
    if (options.ignore_blanks) even = strip(even.replace(/[\t\n]/g, ' ')).replace(blanks, ' ');
    return options.ignore_case ? even.toLowerCase() : even;
  };
  return score(even(await readPythonText(result)) === even(await readPythonText(expected)));
};

/** Equal as numbers to 1e-4, or the expected number stands in the text; else equal as text. */
export const compareResultFiles: Metric = async ({ result, expected }) => {
  if (!isTruthy(result) || !isTruthy(expected)) return 0;
  const actual = strip(await readPythonText(result));
  const gold = strip(await readPythonText(expected));
  const number = asFloat(gold);
  if (number === null) return score(actual === gold);
  if (actual.includes(gold)) return 1;
  const ownNumber = asFloat(actual);
  return score(ownNumber !== null && Math.abs(ownNumber - number) < 1e-4);
};

/** Python's `float()` of a text; null where it raises. */
function asFloat(text: string): number | null {
  const bare = strip(text);
  if (/^[-+]?(?:inf|infinity|nan)$/i.test(bare)) return /nan/i.test(bare) ? Number.NaN : Number.POSITIVE_INFINITY;
  return /^[-+]?(?:\d(?:_?\d)*\.?(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:e[-+]?\d+)?$/i.test(bare)
    ? Number(bare.replaceAll('_', ''))
    : null;
}
