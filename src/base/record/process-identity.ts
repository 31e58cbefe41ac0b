import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isFresh } from './fresh-file.ts';

/** Tells one process from every other one, also from a later one with the same number. */
export interface ProcessIdentity {
  /** Names the machine or container for people; several may have one name. */
  host: string;
  /**
   * Where `pid` and `start` count: changes with every start of the machine, and differs between its pid namespaces.
   * Empty where the system doesn't say.
   */
  boot: string;
  pid: number;
  /** Start in clock ticks since boot; empty where the system doesn't say. */
  start: string;
}

/** The first pid namespace of every Linux kernel (`PROC_PID_INIT_INO`). */
const firstNamespace = '4026531836';

/** Of this process. */
export function ownIdentity(): ProcessIdentity {
  return identityOf(process.pid);
}

/** Of a process of this machine that runs now. */
export function identityOf(pid: number): ProcessIdentity {
  return { host: hostname(), boot: ownBoot(), pid, start: startOf(pid) ?? '' };
}

/** True where this process can see whether that one lives: same kernel since the same start, same pid namespace. */
export function isHere(identity: ProcessIdentity): boolean {
  // The boot alone is what earlier versions wrote.
  return identity.boot === ownBoot() || (identity.boot === bootId() && identity.host === hostname());
}

/**
 * Whether a process lives. One of another machine or pid namespace can't be asked: it lives while it keeps the file
 * `heartbeat` fresh (`keepFresh`). Without such a file (null) it counts as alive, unless its machine was started anew
 * since.
 */
export function isAlive(identity: ProcessIdentity, heartbeat: string | null): boolean {
  if (!isHere(identity)) return heartbeat === null ? !isBeforeRestart(identity) : isFresh(heartbeat);
  try {
    process.kill(identity.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const start = startOf(identity.pid);
  return start === null || identity.start === '' || start === identity.start;
}

/**
 * Stands in the names of what this process makes for itself alone: `PID-START`, and the pid namespace where that isn't
 * the machine's first.
 */
export function processLabel(): string {
  const namespace = pidNamespace();
  return `${process.pid}-${startOf(process.pid) ?? ''}${namespace === firstNamespace ? '' : `-${namespace}`}`;
}

/**
 * Of what such a label stands on (`LABEL-…`): whether its process lives, has ended, or is of another pid namespace,
 * which can't be asked. Null for other names.
 */
export function labelledProcess(name: string): 'alive' | 'gone' | 'elsewhere' | null {
  const [, pid, start = '', namespace] = /^(\d+)-(\d*)(?:-(\d{10}))?-/.exec(name) ?? [];
  if (pid === undefined) return null;
  if ((namespace ?? firstNamespace) !== pidNamespace()) return 'elsewhere';
  return isAlive({ ...ownIdentity(), pid: Number(pid), start }, null) ? 'alive' : 'gone';
}

function isBeforeRestart({ host, boot }: ProcessIdentity): boolean {
  return host === hostname() && boot.split('/')[0] !== bootId();
}

function ownBoot(): string {
  return `${bootId()}/${pidNamespace()}`;
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return hostname();
  }
}

function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '';
  } catch {
    return '';
  }
}

/** Field 22 of /proc/PID/stat; the program's name before it may hold blanks and brackets. */
function startOf(pid: number): string | null {
  try {
    // A /proc that was mounted for another pid namespace tells of other processes.
    if (readlinkSync('/proc/self') !== String(process.pid)) return null;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
