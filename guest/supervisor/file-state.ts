import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync, type Stats } from 'node:fs';
import { type FileState, hashLimit } from '../../src/desktop/client/supervisor-protocol.ts';
import type { MappedFiles } from './mapped-files.ts';
import { type Here, nameOf } from './names.ts';

const chunk = Buffer.allocUnsafe(1 << 20);

interface Known {
  size: number;
  inode: number;
  mtimeMs: number;
  ctimeMs: number;
  hash: string | null;
}

/** Files up to this many bytes are hashed again in every scan, so many of them. */
const smallBytes = 64 * 1024;
const smallFiles = 4000;

/**
 * Reads states of files. A file's content is hashed again where size, times or inode changed, where somebody could write to it without changing
 * those (through a mapping), and where it is small.
 */
export class FileStateReader {
  readonly #known = new Map<string, Known>();
  #mapped: MappedFiles | 'all' | null = null;
  #smallLeft = 0;

  /** Call before each scan: from here on what may have changed without a trace is looked at again; or all. */
  startScan(mapped: MappedFiles | 'all'): void {
    this.#mapped = mapped;
    this.#smallLeft = smallFiles;
  }

  /** The state of the file at `here`, which the desktop calls `path`; null where there is none. */
  read(here: Here, path: string): FileState | null {
    const stat = statOf(here);
    return stat === null ? null : this.fromStat(here, path, stat);
  }

  fromStat(here: Here, path: string, stat: Stats): FileState {
    const base = { path, mode: stat.mode & 0o7777, uid: stat.uid, gid: stat.gid, mtimeMs: stat.mtimeMs };
    if (stat.isDirectory()) return { ...base, type: 'directory', size: 0, hash: null };
    if (stat.isSymbolicLink()) return { ...base, type: 'symlink', size: stat.size, hash: null, target: targetOf(here) };
    if (!stat.isFile()) return { ...base, type: 'other', size: 0, hash: null };
    return { ...base, type: 'file', size: stat.size, hash: this.#hash(here, path, stat) };
  }

  #hash(here: Here, path: string, stat: Stats): string | null {
    const key = `${stat.dev}:${stat.ino}`;
    const known = this.#known.get(key);
    const { size, ino: inode, mtimeMs, ctimeMs } = stat;
    const isKnown =
      known?.size === size && known.inode === inode && known.mtimeMs === mtimeMs && known.ctimeMs === ctimeMs;
    if (isKnown && !this.#isSuspect(path, stat)) return known.hash;
    const hash = size > hashLimit ? null : hashOf(here);
    this.#known.set(key, { size, inode, mtimeMs, ctimeMs, hash });
    return hash;
  }

  #isSuspect(path: string, { size, ino }: Stats): boolean {
    if (size === 0 || this.#mapped === null) return false;
    if (this.#mapped === 'all') return true;
    if (this.#mapped.has(ino, path.slice(path.lastIndexOf('/') + 1))) return true;
    if (size > smallBytes || this.#smallLeft === 0) return false;
    this.#smallLeft -= 1;
    return true;
  }
}

/** Null where nothing is there, or where the folder above it was removed while it was looked at. */
export function statOf(here: Here): Stats | null {
  try {
    return lstatSync(here, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    // An overlay puts a mark, which is no folder, in the place of one that is removed. The image has no path that is too long.
    if (['ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** An overlay's mark for "the image has it, and it was removed": a character device 0/0. */
export function isWhiteout(stat: Stats): boolean {
  return stat.isCharacterDevice() && stat.rdev === 0;
}

function targetOf(here: Here): string {
  try {
    return nameOf(readlinkSync(here, { encoding: 'buffer' }));
  } catch {
    return '';
  }
}

/** SHA-256 in hex; null for what went away or turned into something else meanwhile. Never follows a link, never waits. */
function hashOf(here: Here): string | null {
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
