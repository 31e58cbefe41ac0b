import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';

export const processIdentitySchema = z.object({
  /** Machine or container name for messages; not unique. */
  host: z.string(),
  /** Boot and pid namespace in which `pid` and `start` are valid; empty if unknown. */
  boot: z.string(),
  pid: z.number(),
  /** In clock ticks since boot; empty if unknown. */
  start: z.string(),
});

/** Distinguishes a process from every other, including a later one with the same pid. */
export type ProcessIdentity = z.infer<typeof processIdentitySchema>;

/** Reads an identity that a process wrote as JSON; null if it is invalid or incomplete. */
export function readIdentity(text: string): ProcessIdentity | null {
  try {
    return processIdentitySchema.parse(JSON.parse(text));
  } catch {
    // Any fault: someone else may have written the text, or its writer was killed.
    return null;
  }
}

/** The first pid namespace of every Linux kernel (`PROC_PID_INIT_INO`). */
const firstNamespace = '4026531836';

export function ownIdentity(): ProcessIdentity {
  return identityOf(process.pid);
}

export function identityOf(pid: number): ProcessIdentity {
  return { host: hostname(), boot: ownBoot(), pid, start: startOf(pid) ?? '' };
}

/** Whether this process can check the other one directly: both have the same boot and pid namespace. */
export function isHere(identity: ProcessIdentity): boolean {
  // Earlier versions recorded only the boot.
  return identity.boot === ownBoot() || (identity.boot === bootId() && identity.host === hostname());
}

/** Whether a process that `isHere` still runs. */
export function isRunning({ pid, start: expected }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const start = startOf(pid);
  return start === null || expected === '' || start === expected;
}

/** Whether the process ran on this machine before its last restart. */
export function isBeforeRestart({ host, boot }: ProcessIdentity): boolean {
  return host === hostname() && boot.split('/')[0] !== bootId();
}

/** `PID-START`, plus the pid namespace unless it is the machine's first. For names of private files. */
export function processLabel(): string {
  const namespace = pidNamespace();
  return `${process.pid}-${startOf(process.pid) ?? ''}${namespace === firstNamespace ? '' : `-${namespace}`}`;
}

/** `elsewhere`: in another pid namespace, so it can't be checked. Null for names without a label. */
export function labelledProcess(name: string): 'alive' | 'gone' | 'elsewhere' | null {
  const [, pid, start = '', namespace] = /^(\d+)-(\d*)(?:-(\d{10}))?-/.exec(name) ?? [];
  if (pid === undefined) return null;
  if ((namespace ?? firstNamespace) !== pidNamespace()) return 'elsewhere';
  return isRunning({ ...ownIdentity(), pid: Number(pid), start }) ? 'alive' : 'gone';
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

/** Field 22 of /proc/PID/stat. The program name before it may contain blanks and parentheses. */
function startOf(pid: number): string | null {
  try {
    // A /proc mounted for another pid namespace lists other processes.
    if (readlinkSync('/proc/self') !== String(process.pid)) return null;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
