import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { stepError } from './setup-failure.ts';

/** True where a path, and what it leads to if it is a link, is in the folder. */
export function isBelow(path: string, folder: string): boolean {
  const inside = (one: string, root: string): boolean => {
    const within = relative(root, one);
    return !within.startsWith('..') && !isAbsolute(within);
  };
  if (!inside(resolve(path), resolve(folder))) return false;
  try {
    return inside(realpathSync(path), realpathSync(folder));
  } catch {
    // Nothing is there: whoever reads it says so.
    return true;
  }
}

/**
 * Reads a file of the suite. `path` is relative to `suiteFolder` and stays below it: a task from elsewhere must not carry this machine's
 * files into a desktop. Throws OsharmError (blame task).
 */
export async function readLocalFile(suiteFolder: string, path: string): Promise<Buffer> {
  const full = resolve(suiteFolder, path);
  if (!isBelow(full, suiteFolder))
    throw stepError(`${path} lies outside the suite's folder.`, { code: 'setup-file-outside-suite', blame: 'task' });
  try {
    return await readFile(full);
  } catch (error) {
    throw stepError(
      `the local file ${join(suiteFolder, path)} can't be read (${(error as NodeJS.ErrnoException).code}).`,
      {
        code: 'setup-file-missing',
        blame: 'task',
        hint: 'Add the file, or correct the path: it is relative to the suite folder.',
        cause: error,
      },
    );
  }
}
