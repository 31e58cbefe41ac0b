import { readdirSync, readFileSync, readlinkSync, statfsSync, statSync } from 'node:fs';
import { statOf } from './file-state.ts';
import { walk } from './tree-walk.ts';

const period = 250;
/** Descriptors are looked through every so many turns. */
const heldEvery = 2;

export interface WatchedLimits {
  memoryBytes: number | null;
  diskBytes: number | null;
}

/**
 * Keeps a desktop's limits where no cgroup does: memory (of its processes, shared or not, of its tmpfs and of files without a name) and, for an overlay on disk,
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
  const timer = setInterval(() => {
    turn += 1;
    if (limits.memoryBytes !== null) {
      const pids = processes();
      if (turn % heldEvery === 0) held = heldMemory(pids);
      const files = tmpfsBytes(layer) + held;
      // The quick look counts what processes share again and again: believe only the exact one, which counts mapped memfds too.
      if (quickMemory(pids) + files > limits.memoryBytes) {
        const memory = Math.max(exactMemory(pids) + tmpfsBytes(layer), files);
        if (memory > limits.memoryBytes) return end('memory', memory);
      }
    }
    // A walk is dear: every two seconds.
    if (limits.diskBytes === null || turn % 8 !== 0) return;
    const disk = bytesBelow(layer);
    if (disk > limits.diskBytes) end('disk', disk);
  }, period);
  const end = (limit: 'memory' | 'disk', bytes: number) => {
    clearInterval(timer);
    onLimit(limit, bytes);
  };
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

/** Anonymous and shared memory, what is shared counted once (proportional set sizes). */
function exactMemory(pids: number[]): number {
  return total(pids, (pid) => {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return (kilobytesOf(text, 'Pss_Anon') + kilobytesOf(text, 'Pss_Shmem')) * 1024;
  });
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
