import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localFileFault } from '../suite/below-folder.ts';
import { stepError } from './setup-failure.ts';

/** Throws OsharmError for a path outside `suiteFolder`: third-party tasks must not read this machine's files. */
export async function readLocalFile(suiteFolder: string, path: string): Promise<Buffer> {
  const fault = localFileFault(suiteFolder, path);
  if (fault?.kind === 'outside')
    throw stepError(`${fault.message}.`, { code: 'setup-file-outside-suite', blame: 'task' });
  try {
    return await readFile(join(suiteFolder, path));
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
