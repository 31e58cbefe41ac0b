import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync, type Stats } from 'node:fs';
import { type FileState, hashLimit } from '../../src/desktop/supervisor-protocol.ts';

const chunk = Buffer.allocUnsafe(1 << 20);

interface Known {
  size: number;
  inode: number;
  mtimeMs: number;
  ctimeMs: number;
  hash: string | null;
}

/** Reads states of files; a file's content is hashed again only where size, times or inode changed. */
export class FileStateReader {
  readonly #known = new Map<string, Known>();

  /** The state of the file at `here`, which the desktop calls `path`; null where there is none. */
  read(here: string, path: string): FileState | null {
    const stat = statOf(here);
    return stat === null ? null : this.fromStat(here, path, stat);
  }

  fromStat(here: string, path: string, stat: Stats): FileState {
    const base = { path, mode: stat.mode & 0o7777, uid: stat.uid, gid: stat.gid, mtimeMs: stat.mtimeMs };
    if (stat.isDirectory()) return { ...base, type: 'directory', size: 0, hash: null };
    if (stat.isSymbolicLink()) return { ...base, type: 'symlink', size: stat.size, hash: null, target: targetOf(here) };
    if (!stat.isFile()) return { ...base, type: 'other', size: 0, hash: null };
    return { ...base, type: 'file', size: stat.size, hash: this.#hash(here, stat) };
  }

  #hash(here: string, stat: Stats): string | null {
    const known = this.#known.get(here);
    const { size, ino: inode, mtimeMs, ctimeMs } = stat;
    if (known?.size === size && known.inode === inode && known.mtimeMs === mtimeMs && known.ctimeMs === ctimeMs)
      return known.hash;
    const hash = size > hashLimit ? null : hashOf(here);
    this.#known.set(here, { size, inode, mtimeMs, ctimeMs, hash });
    return hash;
  }
}

/** Null where nothing is there, or where the folder above it was removed while it was looked at. */
export function statOf(here: string): Stats | null {
  try {
    return lstatSync(here, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    // An overlay puts a mark, which is no folder, in the place of one that is removed.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return null;
    throw error;
  }
}

/** An overlay's mark for "the image has it, and it was removed": a character device 0/0. */
export function isWhiteout(stat: Stats): boolean {
  return stat.isCharacterDevice() && stat.rdev === 0;
}

function targetOf(here: string): string {
  try {
    return readlinkSync(here);
  } catch {
    return '';
  }
}

/** SHA-256 in hex; null for what went away or turned into something else meanwhile. Never follows a link, never waits. */
function hashOf(here: string): string | null {
  let descriptor: number;
  try {
    descriptor = openSync(here, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    if (!fstatSync(descriptor).isFile()) return null;
    const hash = createHash('sha256');
    let total = 0;
    for (;;) {
      const length = readSync(descriptor, chunk, 0, chunk.length, null);
      total += length;
      if (length === 0) return hash.digest('hex');
      if (total > hashLimit) return null;
      hash.update(chunk.subarray(0, length));
    }
  } catch {
    return null;
  } finally {
    closeSync(descriptor);
  }
}
