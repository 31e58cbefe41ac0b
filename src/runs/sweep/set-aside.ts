import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { actionTimestamp } from '../../base/record/action-timestamp.ts';
import { makeFolder } from '../../base/record/make-folder.ts';
import { recordFailure } from '../../base/record/record-failure.ts';

/**
 * Moves an incomplete run out of the results, where it would be counted, to `{incompleteDir}/{its place in the
 * results}.{timestamp}[-{k}]`. Deletes nothing. Returns the new path, or null if the directory does not exist.
 */
export function setAside(
  directory: string,
  roots: { resultDir: string; incompleteDir: string },
  now: number,
): string | null {
  if (!existsSync(directory)) return null;
  const stem = `${join(roots.incompleteDir, relative(roots.resultDir, directory))}.${actionTimestamp(now)}`;
  let target = stem;
  for (let k = 2; existsSync(target); k += 1) target = `${stem}-${k}`;
  try {
    makeFolder(dirname(target));
    try {
      renameSync(directory, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      // The results are on another file system, so copy before removing.
      cpSync(directory, target, { recursive: true, preserveTimestamps: true });
      rmSync(directory, { recursive: true });
    }
  } catch (error) {
    throw recordFailure(error, target);
  }
  return target;
}
