import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Tells one process from every other one, also from a later one with the same number. */
export interface ProcessIdentity {
  host: string;
  /** Changes with every start of the machine; empty where the system doesn't say. */
  boot: string;
  pid: number;
  /** Start in clock ticks since boot; empty where the system doesn't say. */
  start: string;
}

/** Of this process. */
export function ownIdentity(): ProcessIdentity {
  return identityOf(process.pid);
}

/** Of a process of this machine that runs now. */
export function identityOf(pid: number): ProcessIdentity {
  return { host: hostname(), boot: bootId(), pid, start: startOf(pid) ?? '' };
}

/** False only where it is certain that the process is gone. Processes of another host count as alive. */
export function isAlive(identity: ProcessIdentity): boolean {
  if (identity.host !== hostname()) return true;
  if (identity.boot !== bootId()) return false;
  try {
    process.kill(identity.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const start = startOf(identity.pid);
  return start === null || identity.start === '' || start === identity.start;
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/** Field 22 of /proc/PID/stat; the program's name before it may hold blanks and brackets. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
