import { closeSync, constants, fstatSync, lchownSync, mkdirSync, openSync, readlinkSync, type Stats } from 'node:fs';
import { below, type Here, nameOf } from './names.ts';
import type { Places } from './places.ts';

const openPath = 0x20_0000;
const mostLinks = 40;

/** A path in the desktop, kept open so that no parent folder can be replaced with a symlink. */
export interface InsidePath {
  /** Path in the desktop with symlinks resolved. */
  path: string;
  /** Path that works only in this process, until `close`. */
  here: string;
  descriptor: number;
  stat: Stats;
  close(): void;
}

/** Resolves a path as the desktop would: absolute symlinks start at its root. Null if a part is missing. */
export function openInside(
  places: Places,
  requested: string,
  options: { followLast?: boolean; makeFolders?: { uid: number; gid: number } } = {},
): InsidePath | null {
  const stack = [openPart(places.root)];
  const parts: string[] = [];
  const rest = requested.split('/').reverse();
  let links = 0;
  const finish = (): InsidePath => {
    const descriptor = stack.pop() as number;
    for (const open of stack) closeSync(open);
    return {
      path: `/${parts.join('/')}`,
      here: `/proc/self/fd/${descriptor}`,
      descriptor,
      stat: fstatSync(descriptor),
      close: () => closeSync(descriptor),
    };
  };
  const giveUp = (): null => {
    for (const open of stack) closeSync(open);
    return null;
  };
  for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      if (parts.pop() !== undefined) closeSync(stack.pop() as number);
      continue;
    }
    const here = below(stack.at(-1) as number, name);
    const path = `/${[...parts, name].join('/')}`;
    const mounted = places.mounts.find((mount) => mount.inside === path);
    let descriptor = tryOpen(mounted?.here ?? here);
    if (descriptor === null && options.makeFolders !== undefined) {
      try {
        mkdirSync(here, { mode: 0o755 });
        lchownSync(here, options.makeFolders.uid, options.makeFolders.gid);
        descriptor = tryOpen(here);
      } catch {
        return giveUp();
      }
    }
    if (descriptor === null) return giveUp();
    const isLast = !rest.some((part) => part !== '' && part !== '.');
    if (!fstatSync(descriptor).isSymbolicLink() || (isLast && options.followLast === false)) {
      stack.push(descriptor);
      parts.push(name);
      continue;
    }
    closeSync(descriptor);
    links += 1;
    if (links > mostLinks) return giveUp();
    const target = nameOf(readlinkSync(here, { encoding: 'buffer' }));
    rest.push(...target.split('/').reverse());
    if (!target.startsWith('/')) continue;
    for (const open of stack.splice(1)) closeSync(open);
    parts.length = 0;
  }
  return finish();
}

function openPart(here: Here): number {
  return openSync(here, openPath | constants.O_NOFOLLOW);
}

function tryOpen(here: Here): number | null {
  try {
    return openPart(here);
  } catch {
    return null;
  }
}
