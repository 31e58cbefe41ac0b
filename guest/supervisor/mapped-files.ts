import { timeLimits } from '../../src/base/record/time-limits.ts';
import { readBeginning } from './bounded-read.ts';

/** Files that are mapped for writing: in a tmpfs, writes through a mapping don't change timestamps. */
export interface MappedFiles {
  has(inode: number, name: string): boolean;
}

/** `7f… rw-s 00000000 00:2a 1234   /home/user/name` */
const sharedMapping = /^\S+ .w.s \S+ \S+ (\d+) +(\/.*)$/gm;

/** Memory that is in no file of the desktop. Its inode numbers are those of other file systems. */
const otherMemory = /^\/(?:memfd:|dev\/|SYSV)/;

/** Limits for reading the mappings of one process and of all; a typical application has 200 kB. */
const mostOfProcess = 2 * 2 ** 20;
const mostOfAll = 64 * 2 ** 20;
const longest = timeLimits.supervisor.mappings;

/** Matches by inode or name, because overlayfs may change inode numbers. `all` if there is too much to read. */
export function mappedFiles(pids: readonly number[]): MappedFiles | 'all' {
  const inodes = new Set<number>();
  const names = new Set<string>();
  const deadline = performance.now() + longest;
  let left = mostOfAll;
  for (const pid of pids) {
    let maps: { bytes: Buffer; isWhole: boolean };
    try {
      maps = readBeginning(`/proc/${pid}/maps`, Math.min(mostOfProcess, left));
    } catch {
      // The process ended.
      continue;
    }
    left -= maps.bytes.length;
    if (!maps.isWhole || performance.now() > deadline) return 'all';
    for (const [, inode, path = ''] of maps.bytes.toString('utf8').matchAll(sharedMapping)) {
      if (otherMemory.test(path)) continue;
      inodes.add(Number(inode));
      names.add(path.slice(path.lastIndexOf('/') + 1));
    }
  }
  return { has: (inode, name) => inodes.has(inode) || names.has(name) };
}
