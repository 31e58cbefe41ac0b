import { WordDocument } from 'osharm/documents';
import {
  bothDocuments,
  fieldList,
  fuzzyRatio,
  isTruthy,
  type Metric,
  MetricFault,
  openedDocument,
  pairs,
  score,
  splitWords,
  strip,
} from 'osharm/evaluators';

export const fuzzyPlaceMath: Metric = async ({ result, expected }) => {
  if (result === null) return 0;
  const answers = fieldList(expected, 'expected');
  const found = (await WordDocument.open(result)).texts.flatMap(splitWords);
  if (found.length !== 3) return 0;
  const best = found.map((word) => Math.max(0, ...answers.map((answer) => fuzzyRatio(word, String(answer)) / 100)));
  return best.reduce((sum, value) => sum + value, 0) / 3;
};

/** Compares paragraphs up to the end of the shorter document. By default, `result` must not be the shorter one. */
export const compareInitLines: Metric = async ({ result, expected, rules }) => {
  const both = await bothDocuments(result, expected);
  if (both === null) return 0;
  const [actual, gold] = [both[0].texts, both[1].texts];
  if (rules === 'right' && actual.length < gold.length) return 0;
  return score(pairs(actual, gold).every(([left, right]) => left === right));
};

export const compareDocxLines: Metric = async ({ result, expected }) => {
  const both = await bothDocuments(result, expected);
  if (both === null) return 0;
  const [actual, gold] = both.map(
    (wordDocument) => new Set(wordDocument.texts.map(strip).filter((line) => line !== '')),
  ) as [Set<string>, Set<string>];
  return score(actual.size === gold.size && [...actual].every((line) => gold.has(line)));
};

/** Similarity of the paragraphs after `reference_indicator`, rescaled so that `reference_base_result` becomes 0. */
export const compareReferences: Metric = async ({ result, expected, options }) => {
  if (!isTruthy(result) || !isTruthy(expected)) return 0;
  if (![result, expected].every((value) => typeof value === 'string' && value.endsWith('.docx'))) return 0;
  const both = await bothDocuments(result, expected);
  if (both === null) return 0;
  const heading = String(options.reference_indicator ?? 'References');
  const base = Number(options.reference_base_result ?? 0.5);
  const [actual, gold] = both.map(({ texts }) => {
    const at = texts.indexOf(heading);
    return at === -1 ? null : texts.slice(at + 1).filter((text) => strip(text) !== '');
  }) as [string[] | null, string[] | null];
  if (actual === null && gold === null) return 1;
  if (actual === null || gold === null || actual.length !== gold.length) return 0;
  if (actual.length === 0) throw new MetricFault('The heading has no references below it.', 'result');
  const mean =
    pairs(actual, gold).reduce((sum, [left, right]) => sum + fuzzyRatio(left, right) / 100, 0) / actual.length;
  return mean >= base + 0.01 ? (mean - base) / (1 - base) : 0;
};

/** `result` is the original and `expected` the edited document. Lines are `time, train, station, platform`. */
export const checkNoDuplicates: Metric = async ({ result, expected }) => {
  if (!isTruthy(result) || !isTruthy(expected)) return 0;
  const initial = new Set(trainsOf((await openedDocument(result))?.texts ?? []));
  const processed = await openedDocument(expected);
  if (processed === null) return 0;
  const trains = trainsOf(processed.texts);
  const actual = new Set(trains);
  return score(
    actual.size === trains.length && actual.size === initial.size && trains.every((value) => initial.has(value)),
  );
};

/** `expected` contains the reference and the original document. All lines must be from the original. */
export const compareUniqueTrainRecords: Metric = async ({ result, expected }) => {
  if (!isTruthy(result) || !Array.isArray(expected) || expected.length < 2) return 0;
  const documents = await Promise.all([result, expected[0], expected[1]].map(openedDocument));
  const lines = documents.map((document) => document?.texts.map(strip).filter((line) => line !== '') ?? null);
  const [actual, gold, initial] = lines;
  if (actual === undefined || gold === undefined || initial === undefined) return 0;
  if (actual === null || gold === null || initial === null) return 0;
  const [trains, wanted] = [trainsOf(actual), new Set(trainsOf(gold))];
  const unique = new Set(trains);
  return score(
    actual.every((line) => initial.includes(line)) &&
      unique.size === trains.length &&
      unique.size === wanted.size &&
      trains.every((value) => wanted.has(value)) &&
      actual.length === gold.length,
  );
};

function trainsOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const parts = line.split(',');
    return parts.length === 4 ? [strip(parts[1] as string)] : [];
  });
}

export const evaluateAlignment: Metric = async ({ result }) => {
  const document = await openedDocument(result);
  if (document === null) return 0;
  for (const sentence of document.texts.flatMap((text) => text.split('.'))) {
    const parts = splitWords(sentence);
    if (parts.length < 3) continue;
    const [first, rest] = [parts.slice(0, 3).join(' '), parts.slice(3).join(' ')];
    if (!sentence.includes(first) || !sentence.includes(rest)) return 0;
    if (sentence.indexOf(first) >= sentence.indexOf(rest)) return 0;
  }
  return 1;
};
