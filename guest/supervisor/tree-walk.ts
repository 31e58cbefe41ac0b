import { closeSync, constants, openSync, readdirSync } from 'node:fs';
import { below, type Here, nameOf } from './names.ts';

/** Calls `visit` for one entry; it says whether to go into a folder. */
export type Visit = (here: Here, path: string) => boolean;

export interface WalkLimits {
  /** Letters of the longest path. */
  longestPath: number;
  /** Letters of all paths, and number of entries. */
  letters: number;
  entries: number;
}

/** What is kept of a desktop's tree at most: it holds all that fits into the inodes that a desktop has, under paths of usual length. */
export const walkLimits: WalkLimits = { longestPath: 16_384, letters: 32 * 2 ** 20, entries: 500_000 };

const openPath = 0x20_0000;
const folderFlags = openPath | constants.O_DIRECTORY | constants.O_NOFOLLOW;
/** Letters of a path that are handed to the kernel at once, which takes 4,096 bytes. */
const pieceLetters = 1000;

/**
 * Calls `visit` for everything below `top` (not itself), which the desktop calls `path`: what is nearer to the top
 * comes first, so that a flood far down hides nothing above it. Folders are opened one below the other, so that no path
 * is too long. What is beyond the limits, or left when the clock of `performance.now()` comes to `until`, is not looked
 * at: `unsearched` gets the folder and how many of its entries; a folder that was not opened is one.
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
      // What was visited is not needed again.
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
          // The clock is read for every entry: one look at a file may take long.
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

/** Names in a folder; none where it can't be read or is gone. */
export function names(folder: string): string[] {
  try {
    return readdirSync(folder, { encoding: 'buffer' }).map(nameOf);
  } catch {
    return [];
  }
}

/** Opens a folder below `top`, from the one that was opened before where that is above it. Null where it is gone or no folder any more. */
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
