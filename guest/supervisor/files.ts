import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { timeLimits } from '../../src/base/record/time-limits.ts';
import type { FileState } from '../../src/desktop/client/supervisor-protocol.ts';
import type { FileStateReader } from './file-state.ts';
import { openInside } from './inside-path.ts';
import { below, type Here } from './names.ts';
import { ownOpens } from './own-opens.ts';
import type { Places } from './places.ts';
import { walk } from './tree-walk.ts';

const largestRead = 256 * 1024 * 1024;
const longestList = timeLimits.supervisor.walk;

/** Returns only the length if the file is too large, and null for anything but a regular file. */
export function readInside(places: Places, path: string): Buffer | { bytes: number } | null {
  const found = openInside(places, path);
  if (found === null) return null;
  try {
    if (!found.stat.isFile()) return null;
    if (found.stat.size > largestRead) return { bytes: found.stat.size };
    ownOpens.note(found.stat, Date.now());
    return readWithoutWaiting(found.here);
  } finally {
    found.close();
  }
}

/** Throws EAGAIN if opening the file would block, for example because it is leased. */
function readWithoutWaiting(here: string): Buffer {
  const descriptor = openSync(here, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Writes through a symlink and creates missing folders. */
export function writeInside(
  places: Places,
  path: string,
  content: Buffer,
  owner: { uid: number; gid: number; mode: number },
): void {
  const existing = openInside(places, path);
  if (existing !== null) {
    const target = existing.path;
    const isFile = existing.stat.isFile();
    existing.close();
    if (!isFile) throw new Error(`${path} exists in the desktop and is not a file.`);
    writeAt(places, target, content, owner);
  } else writeAt(places, path, content, owner);
}

function writeAt(
  places: Places,
  path: string,
  content: Buffer,
  owner: { uid: number; gid: number; mode: number },
): void {
  const parent = openInside(places, dirname(path), { makeFolders: owner });
  if (parent === null || !parent.stat.isDirectory())
    throw new Error(`The folder of ${path} can't be made in the desktop.`);
  try {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const begun = Date.now();
    const descriptor = openSync(below(parent.descriptor, basename(path)), flags, owner.mode);
    try {
      const stat = fstatSync(descriptor);
      if (!stat.isFile()) throw new Error(`${path} is not a file.`);
      ownOpens.note(stat, begun);
      ftruncateSync(descriptor);
      writeFileSync(descriptor, content);
      fchownSync(descriptor, owner.uid, owner.gid);
      fchmodSync(descriptor, owner.mode);
    } finally {
      closeSync(descriptor);
    }
  } finally {
    parent.close();
  }
}

/** Sorted by path. Doesn't follow symlinks. */
export function listInside(places: Places, path: string, reader: FileStateReader): FileState[] {
  const found = openInside(places, path, { followLast: false });
  if (found === null) return [];
  found.close();
  const top = found.path === '/' ? '' : found.path;
  const first = reader.read(hereOf(places, top), found.path);
  const states: FileState[] = first === null ? [] : [first];
  if (first?.type !== 'directory') return states;
  let left = 0;
  const options = {
    until: performance.now() + longestList,
    unsearched: (_path: string, entries: number) => {
      left += entries;
    },
  };
  const visit = (here: Here, inside: string): boolean => {
    if (inside === '/proc' || inside === '/sys') return false;
    const mounted = places.mounts.find((mount) => mount.inside === inside);
    const state = reader.read(mounted?.here ?? here, inside);
    if (state === null) return false;
    states.push(state);
    if (mounted !== undefined) walk(mounted.here, inside, visit, options);
    return mounted === undefined && state.type === 'directory';
  };
  walk(hereOf(places, top), top, visit, options);
  if (left > 0) states[0] = { ...first, unsearched: left };
  return states.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function hereOf(places: Places, path: string): string {
  const mounted = places.mounts.find((mount) => path === mount.inside || path.startsWith(`${mount.inside}/`));
  return mounted === undefined ? `${places.root}${path}` : `${mounted.here}${path.slice(mounted.inside.length)}`;
}
