import { readRunFiles, unreadRunFiles } from '../../model/run-files.ts';
import { type RunSummary, summaryOf } from '../../model/run-summary.ts';
import type { RunNote } from '../api.ts';
import type { FolderLook } from './result-files.ts';
import { runId } from './run-ids.ts';
import { readNote } from './run-note.ts';

export interface IndexedRun extends RunSummary {
  /** An opaque, URL-safe id that does not depend on the folder opened. */
  id: string;
  note: RunNote;
  /** Unix milliseconds of the latest change to its files. */
  changedAt: number;
}

/** Names of an indexed run's fields. The index is rebuilt if a version of osharm adds or drops one. */
export const indexedFields = (): string[] =>
  Object.keys(indexRun('/', '/', { stamp: '', changedAt: 0, faults: [{ file: '', message: '' }] })).sort();

export const directoryOf = (root: string, path: string): string => (path === '.' ? root : `${root}/${path}`);

/** Reads a result directory for the index. If one of its files must not be opened, only its path is used. */
export function indexRun(directory: string, root: string, { faults, changedAt }: FolderLook): IndexedRun {
  const files = faults.length === 0 ? readRunFiles(directory, root) : unreadRunFiles(directory, root, faults);
  const summary = summaryOf(files);
  return { ...summary, id: runId(directory, summary.firstStartedAt), note: readNote(directory), changedAt };
}
