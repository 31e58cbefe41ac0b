import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { timeLimits } from '../../src/base/record/time-limits.ts';
import type { ProgramSeen } from '../../src/desktop/client/supervisor-protocol.ts';
import { readBeginning } from './bounded-read.ts';
import { ListeningPorts } from './listening-ports.ts';

const period = 50;
/** A new process is looked at again this often, since it usually starts another program right after the fork. */
const looks = 4;
/** Milliseconds that the processes of a desktop may take to end, with all their memory. */
const longestEnd = timeLimits.supervisor.endPrograms;
const endPeriod = 5;
/** Milliseconds that one turn of looking for new processes may take; the others have theirs in the next. */
const longestLook = 20;
/** Milliseconds that may pass while all processes are looked at once more. */
const longestRound = 3_000;
/**
 * Bytes of a command line that are read: a program can make its own as long as its memory. Of all together, and of each
 * while it is only watched.
 */
const mostOfLine = 64 * 1024;
const mostOfLines = 4 * 2 ** 20;
const fewOfLine = 1024;
/** Bytes of a status. What is asked for comes first, but for the inner id, which comes after the groups: root inside may have 65,536. */
const usualStatus = 4096;
const longestStatus = 1 << 20;

interface Known {
  looksLeft: number;
  /** With no more than the beginning of its arguments. */
  seen: ProgramSeen | null;
}

/** Watches which processes there are in the desktop, by looking every 50 ms. What programs were started is in `ProgramLog`. */
export class ProgramWatch {
  readonly #known = new Map<number, Known>();
  readonly #ports = new ListeningPorts();
  #namespace: string | null = null;
  readonly #pidFile: string;

  constructor(pidFile: string) {
    this.#pidFile = pidFile;
  }

  start(): void {
    setInterval(() => this.#look(), period);
  }

  /**
   * The processes of the desktop that run now; `time` is when each was first seen. Where there is too much to read, the
   * last ones are as they were when they were seen last.
   */
  alive(): ProgramSeen[] {
    this.#look(longestRound);
    // Whoever was slow to start its program, or starts another one later, is no more what it was.
    const deadline = performance.now() + longestRound;
    let left = mostOfLines;
    const ports = this.#ports.of(this.processes());
    const alive: ProgramSeen[] = [];
    for (const [pid, { seen }] of this.#known) {
      if (seen === null || this.#namespace === null) continue;
      const isAffordable = left > 0 && performance.now() < deadline;
      const whole = isAffordable ? readProgram(pid, this.#namespace, mostOfLine) : null;
      const program = whole === null ? seen : { ...whole, time: seen.time };
      left -= lettersOf(program);
      const listening = ports.get(pid);
      alive.push(listening === undefined ? program : { ...program, listening });
    }
    return alive;
  }

  /** Ids (as the supervisor sees them) of all processes of the desktop. */
  processes(): number[] {
    return [...this.#known].filter(([, known]) => known.seen !== null).map(([pid]) => pid);
  }

  /** Ends all of them by their first one, which the kernel lets go only after all others, and waits for that. */
  async end(): Promise<void> {
    this.#namespace ??= namespaceOfFirst(this.#pidFile);
    const namespace = this.#namespace;
    const deadline = performance.now() + longestEnd;
    while (namespace !== null && hasProcesses(namespace)) {
      if (performance.now() > deadline) throw new Error('its programs do not end');
      // Its number may belong to somebody else by now.
      if (namespaceOfFirst(this.#pidFile) === namespace) killIfThere(Number(readFileSync(this.#pidFile, 'utf8')));
      await delay(endPeriod);
    }
    this.#known.clear();
  }

  #look(longest = longestLook): void {
    this.#namespace ??= namespaceOfFirst(this.#pidFile);
    if (this.#namespace === null) return;
    const deadline = performance.now() + longest;
    const present = new Set<number>();
    let isLate = false;
    for (const entry of readdirSync('/proc')) {
      const pid = Number(entry);
      if (!Number.isInteger(pid)) continue;
      present.add(pid);
      const known = this.#known.get(pid) ?? { looksLeft: looks, seen: null };
      isLate ||= performance.now() > deadline;
      if (known.looksLeft === 0 || isLate) continue;
      known.looksLeft -= 1;
      this.#known.set(pid, known);
      this.#lookAt(pid, known, this.#namespace);
    }
    for (const pid of this.#known.keys()) if (!present.has(pid)) this.#known.delete(pid);
  }

  #lookAt(pid: number, known: Known, namespace: string): void {
    const program = readProgram(pid, namespace, fewOfLine);
    if (program === null || program.argv.join('\0') === known.seen?.argv.join('\0')) return;
    known.seen = { ...program, time: known.seen?.time ?? program.time };
  }
}

const lettersOf = ({ argv }: ProgramSeen): number => argv.reduce((sum, word) => sum + word.length, 200);

/** Ends a process; one that has ended meanwhile is no fault. Throws where it may not. */
export function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** True while anything is in this pid namespace, what has ended and nobody took note of included. */
function hasProcesses(namespace: string): boolean {
  return readdirSync('/proc').some((entry) => {
    try {
      return /^\d+$/.test(entry) && readlinkSync(`/proc/${entry}/ns/pid`) === namespace;
    } catch {
      return false;
    }
  });
}

function namespaceOfFirst(pidFile: string): string | null {
  try {
    return readlinkSync(`/proc/${readFileSync(pidFile, 'utf8').trim()}/ns/pid`);
  } catch {
    return null;
  }
}

function readProgram(pid: number, namespace: string, mostOfLine: number): ProgramSeen | null {
  try {
    if (readlinkSync(`/proc/${pid}/ns/pid`) !== namespace) return null;
    const line = readBeginning(`/proc/${pid}/cmdline`, mostOfLine);
    const argv = line.bytes.toString('utf8').split('\0');
    if (argv.at(-1) === '') argv.pop();
    // A kernel thread, or one that is ending.
    if (argv.length === 0) return null;
    const status = statusOf(pid);
    const parent = Number(/^PPid:\t(\d+)/m.exec(status)?.[1] ?? 0);
    return {
      time: Date.now(),
      pid: innerIds(status).at(-1) ?? pid,
      parent: insideParent(parent),
      uid: Number(/^Uid:\t(\d+)/m.exec(status)?.[1] ?? 0),
      argv,
      truncated: line.isWhole ? undefined : (true as const),
      ...fileOf(pid),
    };
  } catch {
    return null;
  }
}

/** All that is read of it here: what comes before the groups, and the inner ids after them. */
function statusOf(pid: number): string {
  const path = `/proc/${pid}/status`;
  const begin = readBeginning(path, usualStatus).bytes.toString('latin1');
  return begin.includes('\nNSpid:\t') ? begin : readBeginning(path, longestStatus).bytes.toString('latin1');
}

/** What really runs: a program can call itself anything. Nothing where nobody may know. */
function fileOf(pid: number): { file?: string } {
  try {
    return { file: readlinkSync(`/proc/${pid}/exe`) };
  } catch {
    return {};
  }
}

/** A process's ids, from the outermost pid namespace to the innermost. */
function innerIds(status: string): number[] {
  const ids = /^NSpid:\t(.*)$/m.exec(status)?.[1]?.split('\t') ?? [];
  return ids.map(Number);
}

function insideParent(parent: number): number {
  try {
    const ids = innerIds(statusOf(parent));
    // One above the first of the desktop is outside.
    return ids.length < 2 ? 0 : (ids.at(-1) as number);
  } catch {
    return 0;
  }
}
