import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';

/** True if a path is in the folder, both before and after symbolic links are resolved. */
export function isBelow(path: string, folder: string): boolean {
  if (!isInside(resolve(path), resolve(folder))) return false;
  try {
    return isInside(realpathSync.native(path), realpathSync.native(folder));
  } catch {
    // A path that doesn't exist is left to its reader to report.
    return true;
  }
}

function isInside(path: string, folder: string): boolean {
  const within = relative(folder, path);
  return !within.startsWith('..') && !isAbsolute(within);
}

export type LocalFileFault = { kind: 'missing' | 'outside'; message: string };

/**
 * Checks a local file without reading it. `path` must stay below the suite folder, so that a third-party task can't
 * copy this machine's files to a desktop.
 */
export function localFileFault(suiteFolder: string, path: string): LocalFileFault | null {
  const full = join(suiteFolder, path);
  if (!isBelow(full, suiteFolder)) {
    const isLink = isInside(resolve(full), resolve(suiteFolder));
    const message = isLink
      ? `${path} leads out of the suite's folder to ${realpathSync(full)}: replace the link with the files themselves`
      : `${path} lies outside the suite's folder`;
    return { kind: 'outside', message };
  }
  return existsSync(full) ? null : { kind: 'missing', message: `there is no file ${path}` };
}
