import { existsSync } from 'node:fs';
import {
  field,
  fuzzyRatio,
  isTable,
  isTruthy,
  type Metric,
  MetricFault,
  pairs,
  parseResultJson,
  readBytes,
  readPythonText,
  score,
  strip,
} from 'osharm/evaluators';
import { pdfPages, pdfPictures, pdfText } from '../../documents/pdf-file.ts';
import { hashDistance, perceptualHash } from '../../pictures/perceptual-hash.ts';

export const comparePdfs: Metric = async ({ result, expected }) => {
  const isList = Array.isArray(expected);
  const gold: unknown[] = isList ? expected : [expected];
  const actual: unknown[] = isList ? (Array.isArray(result) ? result : Array.from(String(result))) : [result];
  if (gold.length === 0) throw new MetricFault('There is no expected PDF.', 'task');
  let sum = 0;
  for (const [left, right] of pairs(actual, gold)) {
    try {
      sum += fuzzyRatio(await textOf(left), await textOf(right)) / 100;
    } catch (error) {
      if (!(error instanceof MetricFault)) throw error;
    }
  }
  return sum / gold.length;
};

/**
 * The share of pictures, in order, whose 64-bit hashes differ in no more than 5 bits. 1 if neither PDF has pictures.
 */
export const comparePdfImages: Metric = async ({ result, expected, rules }) => {
  if (![result, expected].every((path) => typeof path === 'string' && existsSync(path))) return 0;
  let both: [boolean[][], boolean[][]];
  try {
    both = [await hashesOf(result as string), await hashesOf(expected as string)];
  } catch (error) {
    // OSWorld means to return 0 but raises, because it removes its temporary folder twice.
    if (error instanceof MetricFault && rules === 'right' && error.path !== expected) return 0;
    throw error;
  }
  const [actual, gold] = both;
  if (actual.length !== gold.length) return 0;
  if (actual.length === 0) return 1;
  return pairs(actual, gold).filter(([left, right]) => hashDistance(left, right) <= 5).length / actual.length;
};

const relations: Readonly<Record<string, (pages: number, wanted: number) => boolean>> = {
  eq: (pages, wanted) => pages === wanted,
  ne: (pages, wanted) => pages !== wanted,
  lt: (pages, wanted) => pages < wanted,
  le: (pages, wanted) => pages <= wanted,
  gt: (pages, wanted) => pages > wanted,
  ge: (pages, wanted) => pages >= wanted,
};

export const checkPdfPages: Metric = async ({ result, expected }) => {
  if (result === null) return 0;
  const pages = await pdfPages(await readBytes(result), result as string);
  const relation = relations[String(field(expected, 'relation'))];
  if (relation === undefined) throw new MetricFault('check_pdf_pages has no such relation.', 'task');
  return score(relation(pages, Number(field(expected, 'ref_value'))));
};

export const isGoldTextIncludedInPdf: Metric = async ({ result, expected }) => {
  if (!isTruthy(result) || !isTruthy(expected)) return 0;
  const gold = parseResultJson(await readPythonText(expected), expected as string);
  if (!isTable(gold)) throw new MetricFault('The expected texts are not an object.', 'task');
  const text = await pdfText(await readBytes(result), result as string);
  return score(Object.values(gold).every((value) => text.includes(String(value))));
};

async function textOf(path: unknown): Promise<string> {
  return strip(await pdfText(await readBytes(path), String(path)));
}

async function hashesOf(path: string): Promise<boolean[][]> {
  return (await pdfPictures(await readBytes(path), path)).map(perceptualHash);
}
