import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProgramSeen } from '../../src/desktop/client/supervisor-protocol.ts';
import { ListeningPorts } from './listening-ports.ts';

const period = 50;
/** A new process is looked at again this often, since it usually starts another program right after the fork. */
const looks = 4;
/** Milliseconds that the processes of a desktop may take to end, with all their memory. */
const longestEnd = 60_000;
const endPeriod = 5;

interface Known {
  looksLeft: number;
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

  /** The processes of the desktop that run now; `time` is when each was first seen. */
  alive(): ProgramSeen[] {
    this.#look();
    // Whoever was slow to start its program, or starts another one later, is no more what it was.
    for (const [pid, known] of this.#known)
      if (known.seen !== null && this.#namespace !== null) this.#lookAt(pid, known, this.#namespace);
    const ports = this.#ports.of(this.processes());
    return [...this.#known].flatMap(([pid, { seen }]) => {
      if (seen === null) return [];
      const listening = ports.get(pid);
      return [listening === undefined ? seen : { ...seen, listening }];
    });
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

  #look(): void {
    this.#namespace ??= namespaceOfFirst(this.#pidFile);
    if (this.#namespace === null) return;
    const present = new Set<number>();
    for (const entry of readdirSync('/proc')) {
      const pid = Number(entry);
      if (!Number.isInteger(pid)) continue;
      present.add(pid);
      const known = this.#known.get(pid) ?? { looksLeft: looks, seen: null };
      if (known.looksLeft === 0) continue;
      known.looksLeft -= 1;
      this.#known.set(pid, known);
      this.#lookAt(pid, known, this.#namespace);
    }
    for (const pid of this.#known.keys()) if (!present.has(pid)) this.#known.delete(pid);
  }

  #lookAt(pid: number, known: Known, namespace: string): void {
    const program = readProgram(pid, namespace);
    if (program === null || program.argv.join('\0') === known.seen?.argv.join('\0')) return;
    known.seen = { ...program, time: known.seen?.time ?? program.time };
  }
}

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

function readProgram(pid: number, namespace: string): ProgramSeen | null {
  try {
    if (readlinkSync(`/proc/${pid}/ns/pid`) !== namespace) return null;
    const argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (argv.at(-1) === '') argv.pop();
    // A kernel thread, or one that is ending.
    if (argv.length === 0) return null;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const parent = Number(/^PPid:\t(\d+)/m.exec(status)?.[1] ?? 0);
    return {
      time: Date.now(),
      pid: insidePid(status) ?? pid,
      parent: insideParent(parent),
      uid: Number(/^Uid:\t(\d+)/m.exec(status)?.[1] ?? 0),
      argv,
      ...fileOf(pid),
    };
  } catch {
    return null;
  }
}

/** What really runs: a program can call itself anything. Nothing where nobody may know. */
function fileOf(pid: number): { file?: string } {
  try {
    return { file: readlinkSync(`/proc/${pid}/exe`) };
  } catch {
    return {};
  }
}

/** The id in the innermost pid namespace. */
function insidePid(status: string): number | null {
  const ids = /^NSpid:\t(.*)$/m.exec(status)?.[1]?.split('\t');
  return ids === undefined ? null : Number(ids.at(-1));
}

function insideParent(parent: number): number {
  try {
    const status = readFileSync(`/proc/${parent}/status`, 'utf8');
    const ids = /^NSpid:\t(.*)$/m.exec(status)?.[1]?.split('\t') ?? [];
    // One above the first of the desktop is outside.
    return ids.length < 2 ? 0 : Number(ids.at(-1));
  } catch {
    return 0;
  }
}
