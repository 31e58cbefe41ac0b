import { MetricFault } from '../../../base/documents/metric-fault.ts';
import { WordDocument } from '../../../base/documents/office/word-document.ts';
import { isTruthy } from './values.ts';

/** The document; null where OSWorld scores 0 because it can't be opened. */
export async function openedDocument(path: unknown): Promise<WordDocument | null> {
  if (!isTruthy(path)) return null;
  try {
    return await WordDocument.open(path);
  } catch (error) {
    if (error instanceof MetricFault) return null;
    throw error;
  }
}

/** Both documents; null where one of them can't be opened. */
export async function bothDocuments(first: unknown, second: unknown): Promise<[WordDocument, WordDocument] | null> {
  const [left, right] = [await openedDocument(first), await openedDocument(second)];
  return left === null || right === null ? null : [left, right];
}

/** Pairs up to the shorter list's end. */
export function pairs<T>(first: readonly T[], second: readonly T[]): [T, T][] {
  return first.slice(0, second.length).map((value, index) => [value, second[index] as T]);
}
