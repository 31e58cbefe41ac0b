import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';

/** True where a path, and what it leads to if a link is on the way, is in the folder. */
export function isBelow(path: string, folder: string): boolean {
  if (!isInside(resolve(path), resolve(folder))) return false;
  try {
    return isInside(realpathSync(path), realpathSync(folder));
  } catch {
    // Nothing is there: whoever reads it reports that.
    return true;
  }
}

function isInside(path: string, folder: string): boolean {
  const within = relative(folder, path);
  return !within.startsWith('..') && !isAbsolute(within);
}

/** Why a local file of a suite can't be used; null where it can. */
export type LocalFileFault = { kind: 'missing' | 'outside'; message: string };

/**
 * Looks at a local file without reading it. `path` is relative to the suite's folder and must stay below it, links
 * followed: a task from elsewhere must not carry other files of this machine into a desktop.
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
