import { type ReadRun, readRun, unreadRun } from '../../../base/record/read-run.ts';
import { lookAt } from './result-files.ts';

/** If a file must not be opened (a link out of the tree, oversized), returns only the facts in the path. */
export function readSafely(directory: string, root: string): { run: ReadRun; isWhole: boolean } {
  const { faults } = lookAt(directory, root);
  if (faults.length === 0) return { run: readRun(directory), isWhole: true };
  return { run: unreadRun(directory, faults), isWhole: false };
}
