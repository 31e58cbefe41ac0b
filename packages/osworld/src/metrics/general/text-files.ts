import {
  field,
  fieldList,
  isTruthy,
  linesWithEnds,
  type Metric,
  MetricFault,
  optionalList,
  readPythonText,
  score,
  splitLines,
  strip,
  stripEnd,
} from 'osharm/evaluators';
import { pythonPattern } from '../core/python-pattern.ts';
import { sequenceRatio } from '../core/sequence-ratio.ts';

/** `difflib`'s similarity of the lines, 0 to 1. */
export const diffTextFile: Metric = async ({ result, expected }) => {
  if (result === null) return 0;
  return sequenceRatio(splitLines(await readPythonText(result)), splitLines(await readPythonText(expected)));
};

export const checkList: Metric = async ({ result, expected }) => {
  if (result === null) return 0;
  const wanted = optionalList(expected, 'expect').map((value) => pythonPattern(value));
  const unwanted = optionalList(expected, 'unexpect').map((value) => pythonPattern(value));
  const lines = linesWithEnds(await readPythonText(result));
  return score(
    wanted.every((pattern) => lines.some((line) => pattern.test(line))) &&
      unwanted.every((pattern) => !lines.some((line) => pattern.test(line))),
  );
};

export const fileContains: Metric = async ({ result, expected }) => {
  if (!isTruthy(result)) return 0;
  const text = await textOrNull(result);
  if (text === null) return 0;
  return score(
    fieldList(expected, 'expected').every((value) => {
      if (typeof value !== 'string') throw new MetricFault('file_contains looks for text.', 'task');
      return text.includes(value);
    }),
  );
};

export const checkLineNumber: Metric = async ({ result, expected }) => {
  const text = typeof result === 'string' ? await textOrNull(result) : null;
  if (text === null) return 0;
  const timed = linesWithEnds(text).filter((line) => /([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)/.test(line));
  return score(timed.length === Math.trunc(Number(field(expected, 'expected'))));
};

export const compareTerminalAndTxt: Metric = async ({ result, expected }) => {
  if (!isTruthy(result) || !isTruthy(expected)) return 0;
  return score((await readPythonText(result)) === expected);
};

/** Ignores shebang and encoding lines, blank lines, and trailing white space. Tabs are four spaces. */
export const comparePythonPureText: Metric = async ({ result, expected }) => {
  if (!isTruthy(result) || !isTruthy(expected)) return 0;
  const [actual, gold] = [await textOrNull(result), await textOrNull(expected)];
  return score(actual !== null && gold !== null && evenPython(actual) === evenPython(gold));
};

function evenPython(text: string): string {
  const lines = splitLines(text);
  let start = 0;
  while (start < Math.min(3, lines.length) && /^(?:#!|# -\*- coding:|# coding[:=])/.test(strip(lines[start] as string)))
    start += 1;
  return lines
    .slice(start)
    .filter((line) => strip(line) !== '')
    .map((line) => stripEnd(expandTabs(line)))
    .join('\n');
}

function expandTabs(line: string): string {
  let expanded = '';
  for (const symbol of line) expanded += symbol === '\t' ? ' '.repeat(4 - (expanded.length % 4)) : symbol;
  return expanded;
}

async function textOrNull(path: unknown): Promise<string | null> {
  try {
    return await readPythonText(path);
  } catch (error) {
    if (error instanceof MetricFault) return null;
    throw error;
  }
}
