import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { timeLimits } from '../../src/base/record/time-limits.ts';
import type { ProgramSeen } from '../../src/desktop/client/supervisor-protocol.ts';
import { readBeginning } from './bounded-read.ts';
import { ListeningPorts } from './listening-ports.ts';

const period = 50;
/** How many times a new process is read, because it usually executes another program soon after the fork. */
const looks = 4;
/** Milliseconds for all processes to end and free their memory. */
const longestEnd = timeLimits.supervisor.endPrograms;
const endPeriod = 5;
/** Milliseconds for one scan for new processes; the next scan continues with the rest. */
const longestLook = 20;
const longestRound = timeLimits.supervisor.processes;
/** Limits for command lines, which can be as long as a program's memory. */
const mostOfLine = 64 * 1024;
const mostOfLines = 4 * 2 ** 20;
const fewOfLine = 1024;
/** Bytes of a status file. Before the inner ids, it may list 65,536 groups of the desktop's root. */
const usualStatus = 4096;
const longestStatus = 1 << 20;

interface Known {
  looksLeft: number;
  seen: ProgramSeen | null;
}

/** Polls the running processes. Short-lived programs are recorded by `ProgramLog`. */
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

  /** `time` is when each was first seen. If there is too much to read, some have outdated arguments. */
  alive(): ProgramSeen[] {
    this.#look(longestRound);
    // A process may have executed another program since it was last read.
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

  processes(): number[] {
    return [...this.#known].filter(([, known]) => known.seen !== null).map(([pid]) => pid);
  }

  /** Kills the desktop's first process and waits. The kernel releases it only after all other processes have exited. */
  async end(): Promise<void> {
    this.#namespace ??= namespaceOfFirst(this.#pidFile);
    const namespace = this.#namespace;
    const deadline = performance.now() + longestEnd;
    while (namespace !== null && hasProcesses(namespace)) {
      if (performance.now() > deadline) throw new Error('its programs do not end');
      // Its pid may have been reused.
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

/** Throws if permission is denied. */
export function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Includes zombies. */
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
    // A kernel thread, or a process that is ending.
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

/** Reads enough of the file to include the inner ids. */
function statusOf(pid: number): string {
  const path = `/proc/${pid}/status`;
  const begin = readBeginning(path, usualStatus).bytes.toString('latin1');
  return begin.includes('\nNSpid:\t') ? begin : readBeginning(path, longestStatus).bytes.toString('latin1');
}

/** A program can choose any name in `argv`. */
function fileOf(pid: number): { file?: string } {
  try {
    return { file: readlinkSync(`/proc/${pid}/exe`) };
  } catch {
    return {};
  }
}

/** From the outermost to the innermost pid namespace. */
function innerIds(status: string): number[] {
  const ids = /^NSpid:\t(.*)$/m.exec(status)?.[1]?.split('\t') ?? [];
  return ids.map(Number);
}

function insideParent(parent: number): number {
  try {
    const ids = innerIds(statusOf(parent));
    // The parent of the desktop's first process is outside.
    return ids.length < 2 ? 0 : (ids.at(-1) as number);
  } catch {
    return 0;
  }
}
