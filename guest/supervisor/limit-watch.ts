import { readdirSync, readFileSync, readlinkSync, statfsSync, statSync } from 'node:fs';
import { statOf } from './file-state.ts';
import { LoadWatch, readCounters } from './load-watch.ts';
import { walk } from './tree-walk.ts';

const period = 250;
/** Period while more than half of the memory is used: a program can allocate gigabytes in a second. */
const closePeriod = 40;
const heldEvery = 2;
const longestHeld = 50;
/** Clock ticks (10 ms) of CPU time after which memory in descriptors is scanned again; filling a gigabyte needs ten. */
const usedTicks = 5;
const mostTurnsUnseen = 20;

/**
 * Upper bound for the descriptors of a desktop; a busy one has 10,000. The kernel limits open files only for the whole
 * machine (`file-max`), so a desktop is limited to an eighth of that and can't starve other desktops.
 */
export const mostDescriptors = 262_144;

export interface WatchedLimits {
  memoryBytes: number | null;
  diskBytes: number | null;
  descriptors?: number;
}

export type WatchedLimit = 'memory' | 'disk' | 'descriptors' | 'wakeups';

/**
 * Enforces limits that cgroups don't: memory and disk usage if requested, and always the number of descriptors and
 * wake-ups that starve the machine.
 */
export function watchLimits(
  limits: WatchedLimits,
  processes: () => number[],
  layer: string,
  onLimit: (limit: WatchedLimit, amount: number) => void,
  load = new LoadWatch(),
): void {
  const most = limits.descriptors ?? mostOf(machineFiles().most);
  let turn = 0;
  const heldMemory = new HeldMemory();
  const work = new WorkDone();
  let seenAt = 0;
  let held = 0;
  let unseen = 0;
  let expected = performance.now() + period;
  let timer = setTimeout(look, period);
  const end = (limit: WatchedLimit, amount: number) => {
    clearTimeout(timer);
    onLimit(limit, amount);
  };
  function look(): void {
    turn += 1;
    let next = period;
    const pids = processes();
    const now = performance.now();
    load.waited(now - expected);
    const wakeups = load.isDue(now) ? load.sample(now, readCounters(pids)) : null;
    if (wakeups !== null) {
      end('wakeups', wakeups);
      return;
    }
    const isDue =
      limits.memoryBytes !== null &&
      turn % heldEvery === 0 &&
      (turn - seenAt >= mostTurnsUnseen || heldMemory.isUnfinished || work.since(pids) >= usedTicks);
    if (isDue) {
      seenAt = turn;
      work.note(pids);
    }
    // Count early if the whole machine has more files open than one desktop may have.
    if (isDue || machineFiles().open > most) {
      const open = openDescriptors(pids);
      if (open > most) {
        end('descriptors', open);
        return;
      }
    }
    if (limits.memoryBytes !== null) {
      if (isDue) {
        held = heldMemory.read(pids);
        unseen = sharedMappings(pids);
      }
      const files = tmpfsBytes(layer) + held;
      // The quick sum counts shared memory several times, so confirm it.
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
    expected = performance.now() + next;
    timer = setTimeout(look, next);
    // Walking the tree is expensive, so do it every two seconds.
    if (limits.diskBytes === null || turn % 8 !== 0) return;
    const disk = bytesBelow(layer);
    if (disk > limits.diskBytes) end('disk', disk);
  }
}

class WorkDone {
  #noted = new Map<number, number>();

  /** Clock ticks since `note`. */
  since(pids: readonly number[]): number {
    return pids.reduce((sum, pid) => sum + Math.max(0, ticksOf(pid) - (this.#noted.get(pid) ?? 0)), 0);
  }

  note(pids: readonly number[]): void {
    this.#noted = new Map(pids.map((pid) => [pid, ticksOf(pid)]));
  }
}

/** Includes exited children; 0 if the process has ended. */
function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 15);
    return fields.slice(11, 15).reduce((sum, value) => sum + Number(value), 0);
  } catch {
    return 0;
  }
}

/** Counts shared memory again for each process that uses it. */
function quickMemory(pids: number[]): number {
  return total(pids, (pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return (kilobytesOf(status, 'RssAnon') + kilobytesOf(status, 'RssShmem')) * 1024;
  });
}

/**
 * Measures memory that is allocated only through descriptors (`memfd_create`), counting each file once. With many
 * descriptors, a pass extends over several turns.
 */
class HeldMemory {
  #last = 0;
  #pass: Generator<number, number> | null = null;

  get isUnfinished(): boolean {
    return this.#pass !== null;
  }

  read(pids: number[]): number {
    const deadline = performance.now() + longestHeld;
    const pass = this.#pass ?? heldSoFar(pids);
    let step = pass.next();
    while (step.done !== true && performance.now() < deadline) step = pass.next();
    this.#pass = step.done === true ? null : pass;
    if (step.done !== true) return Math.max(this.#last, step.value);
    this.#last = step.value;
    return this.#last;
  }
}

function* heldSoFar(pids: number[]): Generator<number, number> {
  const files = new Map<string, number>();
  let bytes = 0;
  for (const pid of pids) {
    for (const name of descriptorsOf(pid)) {
      try {
        const here = `/proc/${pid}/fd/${name}`;
        if (!readlinkSync(here).startsWith('/memfd:')) continue;
        const { dev, ino, blocks } = statSync(here);
        const key = `${dev}:${ino}`;
        bytes += blocks * 512 - (files.get(key) ?? 0);
        files.set(key, blocks * 512);
      } catch {
        // The descriptor was closed.
      }
    }
    yield bytes;
  }
  return bytes;
}

const mostOf = (ofMachine: number): number => Math.max(65_536, Math.min(mostDescriptors, Math.floor(ofMachine / 8)));

function machineFiles(): { open: number; most: number } {
  const [open, , most] = readFileSync('/proc/sys/fs/file-nr', 'utf8').trim().split('\t').map(Number);
  return { open: open ?? 0, most: most ?? mostDescriptors };
}

/** Reading one thread per process is enough: the system call filter forbids separate descriptor tables. */
const openDescriptors = (pids: number[]): number =>
  total(pids, (pid) => {
    const folder = `/proc/${pid}/fd`;
    // Before Linux 6.2, the folder's size is 0.
    return statSync(folder).size || readdirSync(folder).length;
  });

function descriptorsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`);
  } catch {
    return [];
  }
}

const kilobytesOf = (text: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);

/** Counts shared memory once (proportional set sizes). `unseen`: lower bound for shared memory. */
function exactMemory(pids: number[], unseen: number): number {
  const read = (fields: string[]): number =>
    total(pids, (pid) => {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      return fields.reduce((sum, field) => sum + kilobytesOf(text, field) * 1024, 0);
    });
  return read(['Pss_Anon']) + Math.max(read(['Pss_Shmem']), unseen);
}

/** `7f…-7f… rw-s 00000000 00:01 97316   /dev/zero (deleted)`, or a System V segment. */
const sharedMapping =
  /^([0-9a-f]+)-([0-9a-f]+) \S{3}s ([0-9a-f]+) (\S+ \d+) +\/(?:dev\/zero|SYSV[0-9a-f]*) \(deleted\)$/gm;

/**
 * Counts each shared mapping without a file once, with its full size: its pages stay allocated even if no process has
 * them in its page tables.
 */
function sharedMappings(pids: number[]): number {
  const pieces = new Map<string, number>();
  for (const pid of pids) {
    let maps: string;
    try {
      maps = readFileSync(`/proc/${pid}/maps`, 'utf8');
    } catch {
      // The process ended.
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
      // The process ended.
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
