import { timeLimits } from '../../src/base/record/time-limits.ts';
import { readBeginning } from './bounded-read.ts';

/** Inodes and names of files that processes have mapped so that they can write to them: such writes change no times in memory. */
export interface MappedFiles {
  has(inode: number, name: string): boolean;
}

/** A mapping for all (`s`) that may be written to: `7f… rw-s 00000000 00:2a 1234   /home/user/name`. */
const sharedMapping = /^\S+ .w.s \S+ \S+ (\d+) +(\/.*)$/gm;

/** Bytes that are read of the mappings of one process, and of all; a usual application has 200 kB. */
const mostOfProcess = 2 * 2 ** 20;
const mostOfAll = 64 * 2 ** 20;
/** Milliseconds that reading them may take. */
const longest = timeLimits.supervisor.mappings;

/**
 * Looks through the mappings of these processes, as the supervisor sees them. The inode may be the overlay's own, so the name counts too.
 * `all` where there are more than can be read: then any file may be mapped.
 */
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
      // It ended.
      continue;
    }
    left -= maps.bytes.length;
    if (!maps.isWhole || performance.now() > deadline) return 'all';
    for (const [, inode, path = ''] of maps.bytes.toString('utf8').matchAll(sharedMapping)) {
      inodes.add(Number(inode));
      names.add(path.slice(path.lastIndexOf('/') + 1));
    }
  }
  return { has: (inode, name) => inodes.has(inode) || names.has(name) };
}
