import { realpathSync, statSync } from 'node:fs';
import { UsageError } from '../../../base/errors.ts';

/** Throws UsageError (`results-missing`). */
export function rootOf(folder: string): string {
  try {
    const root = realpathSync(folder);
    if (statSync(root).isDirectory()) return root;
  } catch (error) {
    throw missing(`${folder} can't be read.`, error);
  }
  throw missing(`${folder} is a file.`);
}

const missing = (message: string, cause?: unknown): UsageError =>
  new UsageError(message, {
    code: 'results-missing',
    hint: 'Give a result directory or a folder above some.',
    cause,
  });
