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
  /** It was hashed in the scan that goes on: by whatever name it comes again, it is not read a second time. */
  isFresh: boolean;
}

/** Files up to this many bytes are hashed again in every scan, so many of them. */
const smallBytes = 64 * 1024;
const smallFiles = 4000;

/** What one scan may take for reading contents. */
export interface HashBudget {
  /** Bytes that are stored: more than a disk of the usual size holds. */
  bytes: number;
  /** Bytes of holes, which cost an agent nothing. */
  holes: number;
  milliseconds: number;
}

export const hashBudget: HashBudget = {
  bytes: 4 * 2 ** 30,
  holes: 256 * 2 ** 20,
  milliseconds: timeLimits.supervisor.contents,
};

/**
 * Reads states of files. A file's content is hashed again where size, times or inode changed, where somebody could
 * write to it without changing those (through a mapping), and where it is small. An inode is hashed once in a scan,
 * whatever number of names it has. What is beyond the scan's budget keeps the hash that it had, or has none, and is
 * counted.
 */
export class FileStateReader {
  /** By device and inode: what the scan that goes on met, and what only the one before did. */
  #known = new Map<string, Known>();
  #before: ReadonlyMap<string, Known> = new Map();
  #mapped: MappedFiles | 'all' | null = null;
  #smallLeft = 0;
  #left: HashBudget;
  /** On the clock of `performance.now()`. */
  #deadline = Number.POSITIVE_INFINITY;
  #unread = 0;
  readonly #budget: HashBudget;

  constructor(budget: HashBudget = hashBudget) {
    this.#budget = budget;
    this.#left = { ...budget };
  }

  /** Call before each scan: from here on what may have changed without a trace is looked at again; or all; null: nothing. */
  startScan(mapped: MappedFiles | 'all' | null): void {
    this.#mapped = mapped;
    this.#smallLeft = smallFiles;
    this.#left = { ...this.#budget };
    this.#deadline = performance.now() + this.#budget.milliseconds;
    this.#unread = 0;
    this.#before = this.#known;
    this.#known = new Map();
  }

  /** How many files of this scan were not read though they had to be. */
  get unread(): number {
    return this.#unread;
  }

  /** The state of the file at `here`, which the desktop calls `path`; null where there is none. */
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
    return { ...base, type: 'file', size: stat.size, hash: this.#hash(here, path, stat) };
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

  /** Takes from the budget what reading a file costs; false where that is not left. */
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

/** Device, inode and time of birth: an inode's number is given again to another file where the disk is not in memory. */
function identityOf({ dev, ino, birthtimeMs }: Stats): string {
  return `${dev.toString(36)}.${ino.toString(36)}.${Math.trunc(birthtimeMs).toString(36)}`;
}

/** SHA-256 of no bytes. */
const hashOfNothing = createHash('sha256').digest('hex');

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
