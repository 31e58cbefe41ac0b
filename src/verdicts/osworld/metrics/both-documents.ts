import { MetricFault } from '../../../base/documents/metric-fault.ts';
import { WordDocument } from '../../../base/documents/office/word-document.ts';
import { isTruthy } from './values.ts';

/** Opens a document. Null if it can't be opened, for which OSWorld scores 0. */
export async function openedDocument(path: unknown): Promise<WordDocument | null> {
  if (!isTruthy(path)) return null;
  try {
    return await WordDocument.open(path);
  } catch (error) {
    if (error instanceof MetricFault) return null;
    throw error;
  }
}

/** Opens two documents. Null if one of them can't be opened. */
export async function bothDocuments(first: unknown, second: unknown): Promise<[WordDocument, WordDocument] | null> {
  const [left, right] = [await openedDocument(first), await openedDocument(second)];
  return left === null || right === null ? null : [left, right];
}

/** Pairs of elements, up to the end of the shorter list. */
export function pairs<T>(first: readonly T[], second: readonly T[]): [T, T][] {
  return first.slice(0, second.length).map((value, index) => [value, second[index] as T]);
}
