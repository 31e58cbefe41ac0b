import type { RunVerdict } from '../../report/result.ts';
import type { IndexedRun } from './indexed-run.ts';

/** A run of the index as JSON text, without what the folder's place decides. */
export function toCached(run: IndexedRun): string {
  return JSON.stringify({ ...run, directory: undefined, judgments: [...run.judgments] });
}

/** A run from the text that the index kept of it. */
export function fromCached(text: string, directory: string): IndexedRun {
  const kept = JSON.parse(text) as Omit<IndexedRun, 'judgments'> & { judgments: [string, RunVerdict][] };
  return { ...kept, directory, judgments: new Map(kept.judgments) };
}
