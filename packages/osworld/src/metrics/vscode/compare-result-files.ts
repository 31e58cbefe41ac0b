import { isTruthy, type Metric, readPythonText, score, strip } from 'osharm/evaluators';

/** A number matches if the text contains it or is equal to within 1e-4. Other texts must be equal. */
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

/** Python's `float()`, or null if it raises. */
function asFloat(text: string): number | null {
  const bare = strip(text);
  if (/^[-+]?(?:inf|infinity|nan)$/i.test(bare)) return /nan/i.test(bare) ? Number.NaN : Number.POSITIVE_INFINITY;
  return /^[-+]?(?:\d(?:_?\d)*\.?(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:e[-+]?\d+)?$/i.test(bare)
    ? Number(bare.replaceAll('_', ''))
    : null;
}
