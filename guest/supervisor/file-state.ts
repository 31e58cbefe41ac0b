import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync, type Stats } from 'node:fs';
import { timeLimits } from '../../src/base/record/time-limits.ts';
import { type FileState, hashLimit } from '../../src/desktop/client/supervisor-protocol.ts';
import type { MappedFiles } from './mapped-files.ts';
import { type Here, nameOf } from './names.ts';
import { ownOpens } from './own-opens.ts';

const chunk = Buffer.allocUnsafe(1 << 20);

interface Known {
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  hash: string | null;
  /** Hashed in the current scan, possibly under another name. */
  isFresh: boolean;
}

const smallBytes = 64 * 1024;
const smallFiles = 4000;

/** Limits for one scan. */
export interface HashBudget {
  /** Allocated bytes. The default exceeds the default disk limit of a desktop. */
  bytes: number;
  /** Bytes in the holes of sparse files, which an agent can create at no cost. */
  holes: number;
  milliseconds: number;
}

export const hashBudget: HashBudget = {
  bytes: 4 * 2 ** 30,
  holes: 256 * 2 ** 20,
  milliseconds: timeLimits.supervisor.contents,
};

/**
 * A file is rehashed if its size, times or inode changed, if it could have been changed through a mapping, or if it is
 * small. Beyond the scan's budget, a file keeps its previous hash, if any, and counts as unread.
 */
export class FileStateReader {
  /** By device and inode: files of the current and of the previous scan. */
  #known = new Map<string, Known>();
  #before: ReadonlyMap<string, Known> = new Map();
  #mapped: MappedFiles | 'all' | null = null;
  #smallLeft = 0;
  #left: HashBudget;
  #deadline = Number.POSITIVE_INFINITY;
  #unread = 0;
  readonly #budget: HashBudget;

  constructor(budget: HashBudget = hashBudget) {
    this.#budget = budget;
    this.#left = { ...budget };
  }

  /** Call before each scan. `mapped`: files that may have changed without new timestamps. */
  startScan(mapped: MappedFiles | 'all' | null, milliseconds = this.#budget.milliseconds): void {
    this.#mapped = mapped;
    this.#smallLeft = smallFiles;
    this.#left = { ...this.#budget };
    this.#deadline = performance.now() + milliseconds;
    this.#unread = 0;
    this.#before = this.#known;
    this.#known = new Map();
  }

  /** Number of files in this scan that should have been read but were not. */
  get unread(): number {
    return this.#unread;
  }

  /** `here`: path in this process. `path`: path in the desktop. */
  read(here: Here, path: string): FileState | null {
    const stat = statOf(here);
    return stat === null ? null : this.fromStat(here, path, stat);
  }

  fromStat(here: Here, path: string, stat: Stats): FileState {
    const { uid, gid, mtimeMs } = stat;
    const base = { path, mode: stat.mode & 0o7777, uid, gid, mtimeMs, identity: identityOf(stat) };
    if (stat.isDirectory()) return { ...base, type: 'directory', size: 0, hash: null };
    if (stat.isSymbolicLink()) return { ...base, type: 'symlink', size: stat.size, hash: null, target: targetOf(here) };
    if (!stat.isFile()) return { ...base, type: 'other', size: 0, hash: null };
    const state: FileState = { ...base, type: 'file', size: stat.size, hash: this.#hash(here, path, stat) };
    // Writes through a mapping don't update timestamps, so treat a mapped file as just written.
    const ctimeMs = this.#mapped !== 'all' && this.#isMapped(path, stat) ? Date.now() : stat.ctimeMs;
    if (ctimeMs !== mtimeMs) state.ctimeMs = ctimeMs;
    return state;
  }

  #hash(here: Here, path: string, stat: Stats): string | null {
    const { size, mtimeMs, ctimeMs } = stat;
    if (size > hashLimit) return null;
    if (size === 0) return hashOfNothing;
    const key = `${stat.dev}:${stat.ino}`;
    const now = this.#known.get(key);
    const known = now ?? this.#before.get(key);
    const isKnown = known?.size === size && known.mtimeMs === mtimeMs && known.ctimeMs === ctimeMs;
    if (isKnown && (known === now ? known.isFresh || !this.#isMapped(path, stat) : !this.#isSuspect(path, stat))) {
      if (now === undefined) this.#known.set(key, { ...known, isFresh: false });
      return known.hash;
    }
    if (!this.#affords(stat)) {
      this.#unread += 1;
      if (isKnown) this.#known.set(key, { ...known, isFresh: true });
      return isKnown ? known.hash : null;
    }
    const hash = hashOf(here);
    this.#known.set(key, { size, mtimeMs, ctimeMs, hash, isFresh: true });
    return hash;
  }

  #affords({ size, blocks }: Stats): boolean {
    const stored = Math.min(size, blocks * 512);
    const holes = size - stored;
    if (stored > this.#left.bytes || holes > this.#left.holes || performance.now() > this.#deadline) return false;
    this.#left.bytes -= stored;
    this.#left.holes -= holes;
    return true;
  }

  #isMapped(path: string, { ino }: Stats): boolean {
    if (this.#mapped === null) return false;
    return this.#mapped === 'all' || this.#mapped.has(ino, path.slice(path.lastIndexOf('/') + 1));
  }

  #isSuspect(path: string, stat: Stats): boolean {
    if (this.#mapped === null) return false;
    if (this.#isMapped(path, stat)) return true;
    if (stat.size > smallBytes || this.#smallLeft === 0) return false;
    this.#smallLeft -= 1;
    return true;
  }
}

/** Includes the birth time, because disk file systems reuse inode numbers. */
function identityOf({ dev, ino, birthtimeMs }: Stats): string {
  return `${dev.toString(36)}.${ino.toString(36)}.${Math.trunc(birthtimeMs).toString(36)}`;
}

const hashOfNothing = createHash('sha256').digest('hex');

/** Null if the file doesn't exist or a parent folder was removed meanwhile. */
export function statOf(here: Here): Stats | null {
  try {
    return lstatSync(here, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    // Overlayfs replaces a removed folder with a whiteout, which is not a folder.
    if (['ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** Overlayfs marks a removed file of the image with a character device 0/0. */
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

/** Null if the file was removed or replaced meanwhile. Never follows symlinks and never blocks. */
function hashOf(here: Here): string | null {
  let descriptor: number;
  const begun = Date.now();
  try {
    descriptor = openSync(here, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return null;
    ownOpens.note(stat, begun);
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
