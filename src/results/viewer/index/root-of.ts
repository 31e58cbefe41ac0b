import { existsSync, realpathSync, statSync } from 'node:fs';
import { UsageError } from '../../../base/errors.ts';

/** Throws UsageError (`results-missing`). */
export function rootOf(folder: string): string {
  try {
    const root = realpathSync(folder);
    if (statSync(root).isDirectory()) return root;
  } catch (error) {
    const isFile = existsSync(folder) && statSync(folder).isFile();
    throw new UsageError(isFile ? `${folder} is a file.` : `${folder} can't be read.`, {
      code: 'results-missing',
      hint: 'Give a result directory or a folder above some.',
      cause: error,
    });
  }
  throw new UsageError(`${folder} is a file.`, {
    code: 'results-missing',
    hint: 'Give a result directory or a folder above some.',
  });
}
