import { readFileSync, statfsSync } from 'node:fs';
import { statOf } from './file-state.ts';
import { walk } from './layer-walk.ts';

const period = 250;
const pageBytes = 4096;

export interface WatchedLimits {
  memoryBytes: number | null;
  diskBytes: number | null;
}

/**
 * Keeps a desktop's limits where no cgroup does: memory (of its processes and of its tmpfs) and, for an overlay on disk,
 * what it wrote. Calls `onLimit` once when a limit is passed.
 */
export function watchLimits(
  limits: WatchedLimits,
  processes: () => number[],
  layer: string,
  onLimit: (limit: 'memory' | 'disk', bytes: number) => void,
): void {
  let turn = 0;
  const timer = setInterval(() => {
    turn += 1;
    if (limits.memoryBytes !== null) {
      const files = tmpfsBytes(layer);
      // The quick look counts what forked processes share again and again: believe only the exact one.
      if (quickMemory(processes()) + files > limits.memoryBytes) {
        const memory = exactMemory(processes()) + files;
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

/** Resident memory but for files and shared memory: at least what the processes have for themselves. */
function quickMemory(pids: number[]): number {
  return total(pids, (pid) => {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
    return (resident - shared) * pageBytes;
  });
}

/** Anonymous and shared memory, what is shared counted once (proportional set sizes). */
function exactMemory(pids: number[]): number {
  return total(pids, (pid) => {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const kilobytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
    return (kilobytes('Pss_Anon') + kilobytes('Pss_Shmem')) * 1024;
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
