import { readFileSync } from 'node:fs';

/** Inodes and names of files that processes have mapped so that they can write to them: such writes change no times in memory. */
export interface MappedFiles {
  has(inode: number, name: string): boolean;
}

/** A mapping for all (`s`) that may be written to: `7f… rw-s 00000000 00:2a 1234   /home/user/name`. */
const sharedMapping = /^\S+ .w.s \S+ \S+ (\d+) +(\/.*)$/gm;

/** Looks through the mappings of these processes, as the supervisor sees them. The inode may be the overlay's own, so the name counts too. */
export function mappedFiles(pids: readonly number[]): MappedFiles {
  const inodes = new Set<number>();
  const names = new Set<string>();
  for (const pid of pids) {
    let maps: string;
    try {
      maps = readFileSync(`/proc/${pid}/maps`, 'utf8');
    } catch {
      // It ended.
      continue;
    }
    for (const [, inode, path = ''] of maps.matchAll(sharedMapping)) {
      inodes.add(Number(inode));
      names.add(path.slice(path.lastIndexOf('/') + 1));
    }
  }
  return { has: (inode, name) => inodes.has(inode) || names.has(name) };
}
