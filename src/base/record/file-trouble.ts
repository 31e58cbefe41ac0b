import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { EnvironmentError, type OsharmError, UsageError } from '../errors.ts';
import { isSystemError, rethrowUnless } from '../expected-errors.ts';

/** Throws UsageError with `code` if `folder` is a file. A place that can't be read is left to who writes there. */
export function refuseFile(folder: string, code: string, hint = 'Name a folder with --out.'): void {
  if (isFile(folder)) throw new UsageError(`${folder} is a file.`, { code, hint });
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch (error) {
    rethrowUnless(error, isSystemError);
    return false;
  }
}

/** Throws UsageError with `code` if `folder` is a file or a folder that contains something. */
export function requireNewFolder(folder: string, code: string, hint = 'Name a new folder with --out.'): void {
  refuseFile(folder, code, hint);
  if (!existsSync(folder)) return;
  if (readdirSync(folder).length > 0) throw new UsageError(`${folder} is not empty.`, { code, hint });
}

/**
 * What the file system refused to write, in words, with the next step. Null for an error that no choice of another
 * file or folder would avoid.
 */
export function fileTrouble(thrown: unknown, place?: string): OsharmError | null {
  const { code = '', syscall, path } = (thrown instanceof Error ? thrown : {}) as NodeJS.ErrnoException;
  const file = place ?? path;
  if (syscall === undefined || file === undefined) return null;
  const usage = (message: string, hint: string): OsharmError =>
    new UsageError(message, { code: 'output-unwritable', hint, cause: thrown });
  switch (code) {
    case 'EISDIR':
      return usage(`${file} is a folder.`, `Name a file, such as one in it: ${file.replace(/\/$/, '')}/NAME.`);
    case 'ENOTDIR':
      return usage(`A part of ${file} is a file, where a folder is needed.`, 'Name another place.');
    case 'EEXIST':
      return usage(
        syscall === 'mkdir' ? `${path ?? file} is a file, where a folder is needed.` : `${file} exists already.`,
        'Name another place.',
      );
    case 'ENOENT':
      // In some folders, such as /proc, nothing can be created.
      if (place !== undefined || syscall.startsWith('mkd'))
        if (existsSync(dirname(file)))
          return new EnvironmentError(`${basename(place ?? file)} can't be created in ${dirname(file)}.`, {
            code: 'output-unwritable',
            hint: 'Name another place.',
            cause: thrown,
          });
      return place === undefined
        ? null
        : usage(`There is no folder ${dirname(file)}.`, `Create it: mkdir -p ${dirname(file)}`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new EnvironmentError(`This account can't write ${file} (${code}).`, {
        code: 'output-unwritable',
        hint: 'Name another place, or change the rights of that folder.',
        cause: thrown,
      });
    case 'ENOSPC':
    case 'EDQUOT':
      return new EnvironmentError(`No space is left for ${file}.`, {
        code: 'disk-full',
        hint: 'Free some space, or name a place on another disk.',
        cause: thrown,
      });
    default:
      return null;
  }
}
