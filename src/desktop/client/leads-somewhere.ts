import { posix } from 'node:path';
import type { FileState } from './desktop.ts';

type Listed = Pick<FileState, 'path' | 'type' | 'target'>;

/** Linux follows at most 40 symlinks in a row. */
const mostLinks = 40;

/** False for a dangling symlink. */
export async function leadsSomewhere(
  listFiles: (path: string) => Promise<readonly Listed[]>,
  file: Listed,
): Promise<boolean> {
  let found: Listed | undefined = file;
  for (let count = 0; found?.type === 'symlink' && count < mostLinks; count++)
    found =
      found.target === undefined
        ? undefined
        : (await listFiles(posix.resolve(posix.dirname(found.path), found.target)))[0];
  return found !== undefined && found.type !== 'symlink';
}
