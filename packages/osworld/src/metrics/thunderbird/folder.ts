import type { Table } from 'osharm/evaluators';
import { byCodePoint, type Metric, readPythonText, score, strip } from 'osharm/evaluators';

/** OSWorld skips all non-empty messages, so every existing file scores 1. By default, messages are compared. */
export const checkThunderbirdFolder: Metric = async ({ result, expected, options, rules }) => {
  const isList = Array.isArray(expected);
  const actual = isList ? (result as unknown[]) : [result];
  const gold = isList ? expected : [expected];
  for (const [index, reference] of gold.entries()) {
    if (index >= actual.length) return score(rules === 'osworld');
    if (actual[index] === null || actual[index] === undefined) return 0;
    const [left, right] = [await readPythonText(actual[index]), await readPythonText(reference)];
    if (rules === 'osworld') {
      if (blankOnes(left, options) !== blankOnes(right, options)) return 0;
    } else if (messages(left, options) !== messages(right, options)) return 0;
  }
  return 1;
};

/** The number of blank pieces, which is all that OSWorld compares. */
function blankOnes(text: string, options: Table): string {
  const blank = strip(text)
    .split('FROM - ')
    .filter((piece) => strip(piece) === '');
  const kept = isOn(options, 'remove_duplicate') ? blank.slice(0, 1) : blank;
  return kept.map(() => 'FROM - ').join('\n');
}

/** Messages of an mbox start with a line `From - ` and a date. */
function messages(text: string, options: Table): string {
  let list = `\n${text}`
    .split(/\nFrom - [^\n]*(?:\n|$)/i)
    .slice(1)
    .filter((message) => strip(message) !== '')
    .filter((message) => !isOn(options, 'remove_deleted') || !/X-Mozilla-Status: 000[89]/.test(message))
    .map((message) => even(message, options));
  if (isOn(options, 'remove_duplicate')) list = [...new Set(list)];
  return JSON.stringify(list.sort(byCodePoint));
}

function even(message: string, options: Table): string {
  let text = message;
  if (options.ignore_status) text = text.replace(/X-Mozilla-Status\d?:[\s\d]+/g, '');
  if (options.ignore_keys) text = text.replace(/X-Mozilla-Keys:[^\n]*\n/g, '');
  return strip(text);
}

function isOn(options: Table, name: string): boolean {
  return options[name] !== false;
}
