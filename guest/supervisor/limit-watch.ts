import { readdirSync, readFileSync, readlinkSync, statfsSync, statSync } from 'node:fs';
import { statOf } from './file-state.ts';
import { walk } from './tree-walk.ts';

const period = 250;
/** Milliseconds until the next look where half of the memory is taken: a program can fill gigabytes in a second. */
const closePeriod = 40;
/** Descriptors are looked through every so many turns. */
const heldEvery = 2;

export interface WatchedLimits {
  memoryBytes: number | null;
  diskBytes: number | null;
}

/**
 * Keeps a desktop's limits where no cgroup does: memory (of its processes, shared or not, mapped for all though nobody has it in its tables, of its tmpfs and of files without a name) and, for an overlay on disk,
 * what it wrote. Calls `onLimit` once when a limit is passed.
 */
export function watchLimits(
  limits: WatchedLimits,
  processes: () => number[],
  layer: string,
  onLimit: (limit: 'memory' | 'disk', bytes: number) => void,
): void {
  let turn = 0;
  let held = 0;
  let unseen = 0;
  let timer = setTimeout(look, period);
  const end = (limit: 'memory' | 'disk', bytes: number) => {
    clearTimeout(timer);
    onLimit(limit, bytes);
  };
  function look(): void {
    turn += 1;
    let next = period;
    if (limits.memoryBytes !== null) {
      const pids = processes();
      if (turn % heldEvery === 0) {
        held = heldMemory(pids);
        unseen = sharedMappings(pids);
      }
      const files = tmpfsBytes(layer) + held;
      // The quick look counts what processes share again and again: believe only the exact one, which counts mapped memfds too.
      const quick = quickMemory(pids) + unseen + files;
      if (quick > limits.memoryBytes) {
        const memory = Math.max(exactMemory(pids, unseen) + tmpfsBytes(layer), files);
        if (memory > limits.memoryBytes) {
          end('memory', memory);
          return;
        }
      }
      if (quick > limits.memoryBytes / 2) next = closePeriod;
    }
    timer = setTimeout(look, next);
    // A walk is dear: every two seconds.
    if (limits.diskBytes === null || turn % 8 !== 0) return;
    const disk = bytesBelow(layer);
    if (disk > limits.diskBytes) end('disk', disk);
  }
}

/** Anonymous and shared memory; what processes share counts for each of them. */
function quickMemory(pids: number[]): number {
  return total(pids, (pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return (kilobytesOf(status, 'RssAnon') + kilobytesOf(status, 'RssShmem')) * 1024;
  });
}

/** What is kept in memory by open descriptors alone (`memfd_create`), whether or not anybody has mapped it; each file once. */
function heldMemory(pids: number[]): number {
  const files = new Map<string, number>();
  for (const pid of pids) {
    for (const name of descriptorsOf(pid)) {
      try {
        const here = `/proc/${pid}/fd/${name}`;
        if (!readlinkSync(here).startsWith('/memfd:')) continue;
        const { dev, ino, blocks } = statSync(here);
        files.set(`${dev}:${ino}`, blocks * 512);
      } catch {
        // It was closed.
      }
    }
  }
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}

function descriptorsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`);
  } catch {
    return [];
  }
}

const kilobytesOf = (text: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);

/** Anonymous and shared memory, what is shared counted once (proportional set sizes). `unseen`: what shared mappings may hold beside it. */
function exactMemory(pids: number[], unseen: number): number {
  const read = (fields: string[]): number =>
    total(pids, (pid) => {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      return fields.reduce((sum, field) => sum + kilobytesOf(text, field) * 1024, 0);
    });
  return read(['Pss_Anon']) + Math.max(read(['Pss_Shmem']), unseen);
}

/** A shared mapping of no file, and a segment of System V: `7f…-7f… rw-s 00000000 00:01 97316   /dev/zero (deleted)`. */
const sharedMapping =
  /^([0-9a-f]+)-([0-9a-f]+) \S{3}s ([0-9a-f]+) (\S+ \d+) +\/(?:dev\/zero|SYSV[0-9a-f]*) \(deleted\)$/gm;

/**
 * Bytes of memory that processes share without a file, each piece once, as large as it was mapped: its pages stay where nobody has them in
 * its tables any more (whoever wrote them has ended, or gave them back), and no process's size shows them.
 */
function sharedMappings(pids: number[]): number {
  const pieces = new Map<string, number>();
  for (const pid of pids) {
    let maps: string;
    try {
      maps = readFileSync(`/proc/${pid}/maps`, 'utf8');
    } catch {
      // It ended.
      continue;
    }
    for (const [, from = '', to = '', offset = '', piece = ''] of maps.matchAll(sharedMapping)) {
      const end = Number.parseInt(offset, 16) + Number.parseInt(to, 16) - Number.parseInt(from, 16);
      pieces.set(piece, Math.max(pieces.get(piece) ?? 0, end));
    }
  }
  return [...pieces.values()].reduce((sum, bytes) => sum + bytes, 0);
}

function total(pids: number[], measure: (pid: number) => number): number {
  let bytes = 0;
  for (const pid of pids) {
    try {
      bytes += measure(pid);
    } catch {
      // It ended.
    }
  }
  return bytes;
}

function tmpfsBytes(folder: string): number {
  const stat = statfsSync(folder);
  const isTmpfs = stat.type === 0x01021994;
  return isTmpfs ? (stat.blocks - stat.bfree) * stat.bsize : 0;
}

function bytesBelow(folder: string): number {
  let bytes = 0;
  walk(folder, '', (here) => {
    const stat = statOf(here);
    bytes += (stat?.blocks ?? 0) * 512;
    return stat?.isDirectory() === true;
  });
  return bytes;
}
