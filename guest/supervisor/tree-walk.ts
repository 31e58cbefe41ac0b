import { closeSync, constants, openSync, readdirSync } from 'node:fs';
import { below, type Here, nameOf } from './names.ts';

/** Returns whether to descend into a folder. */
export type Visit = (here: Here, path: string) => boolean;

export interface WalkLimits {
  longestPath: number;
  letters: number;
  entries: number;
}

/** Limits for one walk, sufficient for all inodes of a desktop with paths of typical length. */
export const walkLimits: WalkLimits = { longestPath: 16_384, letters: 32 * 2 ** 20, entries: 500_000 };

const openPath = 0x20_0000;
const folderFlags = openPath | constants.O_DIRECTORY | constants.O_NOFOLLOW;
/** Characters of a path per system call; the kernel accepts 4,096 bytes. */
const pieceLetters = 1000;

/**
 * Calls `visit` for everything below `top`, breadth first, so that a flood of files hides nothing above it. Calls
 * `unsearched` with a folder and the number of entries in it that were skipped because of the limits or because `until`
 * (`performance.now()`) has passed.
 */
export function walk(
  top: string,
  path: string,
  visit: Visit,
  {
    limits = walkLimits,
    until = Number.POSITIVE_INFINITY,
    unsearched,
  }: { limits?: WalkLimits; until?: number; unsearched?: (path: string, entries: number) => void } = {},
): void {
  const queue = [''];
  let letters = 0;
  let entries = 0;
  let last: { relative: string; descriptor: number } | null = null;
  try {
    for (let at = 0; at < queue.length; at += 1) {
      const relative = queue[at] as string;
      // Free the memory of the path.
      queue[at] = '';
      if (performance.now() > until) {
        unsearched?.(path + relative, 1);
        continue;
      }
      const descriptor = openFolder(top, relative, last);
      if (last !== null) closeSync(last.descriptor);
      last = descriptor === null ? null : { relative, descriptor };
      if (descriptor === null) continue;
      const found = names(`/proc/self/fd/${descriptor}`);
      let left = 0;
      for (const name of found) {
        const inside = `${relative}/${name}`;
        if (
          inside.length > limits.longestPath ||
          letters + inside.length > limits.letters ||
          entries >= limits.entries ||
          // Check for every entry, because a single visit may take a long time.
          performance.now() > until
        ) {
          left += 1;
          continue;
        }
        letters += inside.length;
        entries += 1;
        if (visit(below(descriptor, name), path + inside)) queue.push(inside);
      }
      if (left > 0) unsearched?.(path + relative, left);
    }
  } finally {
    if (last !== null) closeSync(last.descriptor);
  }
}

export function names(folder: string): string[] {
  try {
    return readdirSync(folder, { encoding: 'buffer' }).map(nameOf);
  } catch {
    return [];
  }
}

/** Resolves the path from the previous folder if possible. Null if the folder no longer exists. */
function openFolder(
  top: string,
  relative: string,
  last: { relative: string; descriptor: number } | null,
): number | null {
  const isBelowLast = last !== null && relative.startsWith(`${last.relative}/`);
  let open: number | null = null;
  let rest = isBelowLast ? relative.slice(last.relative.length + 1) : relative.slice(1);
  try {
    open = isBelowLast
      ? openSync(`/proc/self/fd/${last.descriptor}`, openPath | constants.O_DIRECTORY)
      : openSync(top, openPath | constants.O_DIRECTORY);
    while (rest !== '') {
      const end = rest.length <= pieceLetters ? rest.length : rest.lastIndexOf('/', pieceLetters);
      const next = openSync(below(open, rest.slice(0, end === -1 ? rest.length : end)), folderFlags);
      closeSync(open);
      open = next;
      rest = end === -1 ? '' : rest.slice(end + 1);
    }
    return open;
  } catch {
    if (open !== null) closeSync(open);
    return null;
  }
}
