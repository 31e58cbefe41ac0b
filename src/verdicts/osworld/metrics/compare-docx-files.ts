import { MetricFault } from '../../../base/documents/metric-fault.ts';
import { OpenDocument } from '../../../base/documents/office/open-document.ts';
import { openedDocument, pairs } from './both-documents.ts';
import { fuzzyRatio } from './fuzzy-ratio.ts';
import { type Metric, score } from './metric.ts';
import { byCodePoint, strip } from './text.ts';
import { isTruthy, type Table } from './values.ts';

/**
 * Compares the texts of two .docx or .odt documents. `ignore_blanks`, on by default, treats white space as one space.
 * `content_only` and `fuzzy_match` return the similarity, 0 to 1.
 */
export const compareDocxFiles: Metric = async ({ result, expected, options }) => {
  if (!isTruthy(result) || !isTruthy(expected)) return 0;
  const kind = kindOf(result);
  if (kind === null || kind !== kindOf(expected)) return 0;
  const [actual, gold] = [await textsOf(kind, result), await textsOf(kind, expected)];
  if (actual === null || gold === null) return 0;
  return compareTexts(prepared(actual, options), prepared(gold, options), options);
};

/** Like `compareDocxFiles`, but ignores empty paragraphs and supports .docx only. */
export const compareDocxFilesAndIgnoreNewLines: Metric = async ({ result, expected, options }) => {
  if (kindOf(result) !== 'docx' || kindOf(expected) !== 'docx') return 0;
  const [actual, gold] = [await textsOf('docx', result), await textsOf('docx', expected)];
  if (actual === null || gold === null) return 0;
  const filled = (texts: string[]): string[] => texts.filter((text) => text !== '');
  return compareTexts(filled(actual), filled(gold), { ignore_blanks: options.ignore_blanks ?? true });
};

function compareTexts(actual: string[], gold: string[], options: Table): number {
  const cased = (text: string): string => (options.ignore_case ? text.toLowerCase() : text);
  if (options.content_only || (options.ignore_blanks ?? true)) {
    const [left, right] = [cased(evenly(actual)), cased(evenly(gold))];
    return options.content_only || options.fuzzy_match ? fuzzyRatio(left, right) / 100 : score(left === right);
  }
  if (actual.length !== gold.length) return 0;
  const both = pairs(actual, gold);
  if (!options.fuzzy_match) return score(both.every(([left, right]) => cased(left) === cased(right)));
  if (both.length === 0) return 1;
  return both.reduce((sum, [left, right]) => sum + fuzzyRatio(cased(left), cased(right)) / 100, 0) / both.length;
}

function prepared(texts: string[], options: Table): string[] {
  const ordered = options.ignore_order ? [...texts].sort(byCodePoint) : texts;
  return options.delete_empty_lines ? ordered.filter((text) => strip(text) !== '') : ordered;
}

function evenly(texts: readonly string[]): string {
  return strip(texts.join('\n').replace(/[\s\x1c-\x1f\x85]+/g, ' '));
}

function kindOf(path: unknown): 'docx' | 'odt' | null {
  if (typeof path !== 'string') return null;
  if (path.endsWith('.docx')) return 'docx';
  return path.endsWith('.odt') ? 'odt' : null;
}

async function textsOf(kind: 'docx' | 'odt', path: unknown): Promise<string[] | null> {
  if (kind === 'docx') return (await openedDocument(path))?.texts ?? null;
  try {
    return (await OpenDocument.open(path)).texts;
  } catch (error) {
    if (error instanceof MetricFault) return null;
    throw error;
  }
}
