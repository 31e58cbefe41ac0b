import { lstatSync, readFileSync, statfsSync } from 'node:fs';
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
    const memory = limits.memoryBytes === null ? 0 : memoryOf(processes()) + tmpfsBytes(layer);
    if (limits.memoryBytes !== null && memory > limits.memoryBytes) return end('memory', memory);
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

/** Resident memory without shared pages, which are mostly the image's files. */
function memoryOf(pids: number[]): number {
  let pages = 0;
  for (const pid of pids) {
    try {
      const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
      pages += (resident ?? 0) - (shared ?? 0);
    } catch {
      // It ended.
    }
  }
  return pages * pageBytes;
}

function tmpfsBytes(folder: string): number {
  const stat = statfsSync(folder);
  const isTmpfs = stat.type === 0x01021994;
  return isTmpfs ? (stat.blocks - stat.bfree) * stat.bsize : 0;
}

function bytesBelow(folder: string): number {
  let bytes = 0;
  walk(folder, '', (here) => {
    const stat = lstatSync(here, { throwIfNoEntry: false });
    bytes += (stat?.blocks ?? 0) * 512;
    return stat?.isDirectory() === true;
  });
  return bytes;
}
