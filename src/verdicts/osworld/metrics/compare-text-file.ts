import { type Metric, score } from './metric.ts';
import { readPythonText, strip } from './text.ts';
import { isTruthy } from './values.ts';

const blanks = /[\s\x1c-\x1f\x85]+/g;

/** Compares two text files. `ignore_blanks` treats runs of white space as one space. */
export const compareTextFile: Metric = async ({ result, expected, options }) => {
  if (!isTruthy(result)) return 0;
  const even = (text: string): string => {
    let even = text;
    if (options.ignore_blanks) even = strip(even.replace(/[\t\n]/g, ' ')).replace(blanks, ' ');
    return options.ignore_case ? even.toLowerCase() : even;
  };
  return score(even(await readPythonText(result)) === even(await readPythonText(expected)));
};
