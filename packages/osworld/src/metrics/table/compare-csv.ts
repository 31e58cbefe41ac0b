import { Workbook } from 'osharm/documents';
import { fieldList, type Metric, MetricFault, score, strip } from 'osharm/evaluators';
import { readLines } from './sheet-text.ts';

/** Compares lines with any of the expected files. `strict: false` trims the lines; `ignore_case` ignores case. */
export const compareCsv: Metric = async ({ result, expected, options }) => {
  if (result === null) return 0;
  const even = (lines: string[]): string => {
    const bare = (options.strict ?? true) ? lines : lines.map(strip);
    return JSON.stringify(options.ignore_case ? bare.map((line) => line.toLowerCase()) : bare);
  };
  const actual = await linesOrNull(result);
  if (actual === null) return 0;
  for (const path of Array.isArray(expected) ? expected : [expected]) {
    const gold = await linesOrNull(path);
    if (gold !== null && even(actual) === even(gold)) return 1;
  }
  return 0;
};

async function linesOrNull(path: unknown): Promise<string[] | null> {
  try {
    return await readLines(path);
  } catch (error) {
    if (error instanceof MetricFault) return null;
    throw error;
  }
}

export const compareConferenceCityInOrder: Metric = async ({ result, expected }) => {
  const wanted = fieldList(expected, 'expected');
  const book = await Workbook.open(result);
  const sheet = book.sheets[book.active];
  for (let at = 0; at < 21; at++) {
    const value = sheet?.cells.get(`C${at + 2}`)?.value;
    const city = value?.kind === 'text' ? value.value : null;
    const entry = wanted[at];
    const names = typeof entry === 'string' ? [entry] : Array.isArray(entry) ? entry : null;
    if (city === null || names === null || !names.some((name) => city.includes(String(name)))) return score(false);
  }
  return 1;
};
