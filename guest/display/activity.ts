import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Programs that start services, and services that never show a window. */
const bus = /^(dbus-|at-spi)/;
const helper = /^(dbus-|at-spi|xclip|xsel|gpg-agent|ssh-agent|gvfs|dconf|xfconf|chrome_crashpad)/;

interface Seen {
  parent: number;
  session: number;
  /** CPU time of all threads, in steps of 10 ms. */
  usedMs: number;
  /** Time for which the main thread ran or waited for a CPU; null if unknown. */
  wantedMs: number | null;
  /** Start time in clock ticks since boot; with the pid it identifies a process. */
  started: number;
  name: string;
}

const newProgramMs = 2_000;
const windowMs = 200;
const busyShare = 0.25;
const tickMs = 10;

function wantedMs(pid: string): number | null {
  try {
    const [ran, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return (Number(ran) + Number(waited)) / 1e6;
  } catch {
    return null;
  }
}

function readProcesses(): Map<number, Seen> {
  const found = new Map<number, Seen>();
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    try {
      // Node reads UTF-8 a third faster than other encodings.
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      const end = stat.lastIndexOf(')');
      const fields = stat.slice(end + 2).split(' ');
      if (fields[0] === 'Z') continue;
      found.set(pid, {
        name: stat.slice(stat.indexOf('(') + 1, end),
        parent: Number(fields[1]),
        session: Number(fields[3]),
        usedMs: (Number(fields[11]) + Number(fields[12])) * tickMs,
        wantedMs: wantedMs(entry),
        started: Number(fields[19]),
      });
    } catch {
      // The process ended meanwhile.
    }
  }
  return found;
}

function sameProgram(pid: number, parent: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`) === readlinkSync(`/proc/${parent}/exe`);
  } catch {
    return false;
  }
}

export interface Activity {
  /** `windowOwners`: processes that own a managed window. */
  sample(windowOwners: ReadonlySet<number>): { busy: boolean; starting: boolean };
  /** Treats all running processes as known. */
  forget(): void;
}

/**
 * `busy`: a process recently used, or waited for, much of a CPU. `starting`: a process is new since `forget`, and
 * neither it nor its relatives or session have a window. Bus services and helpers of the same program don't count.
 */
export function createActivity(
  ignored: () => ReadonlySet<number>,
  now: () => number = () => performance.now(),
): Activity {
  const known = new Map<number, number>();
  const firstSeen = new Map<number, { started: number; time: number }>();
  let samples: { time: number; processes: Map<number, Seen> }[] = [];

  function isStarting(pid: number, all: Map<number, Seen>, owners: ReadonlySet<number>, time: number): boolean {
    const seen = all.get(pid) as Seen;
    const first = firstSeen.get(pid);
    if (first?.started !== seen.started) firstSeen.set(pid, { started: seen.started, time });
    else if (time - first.time > newProgramMs) return false;
    const parent = all.get(seen.parent);
    if (!parent || bus.test(parent.name) || helper.test(seen.name) || sameProgram(pid, seen.parent)) return false;
    for (const owner of owners) if (all.get(owner)?.session === seen.session) return false;
    // Find the oldest new ancestor. If it or any descendant has a window, the program has finished starting.
    const isNew = (id: number) => known.get(id) !== all.get(id)?.started;
    let oldest = pid;
    for (let up = seen.parent; up > 1 && all.has(up) && isNew(up); up = (all.get(up) as Seen).parent) oldest = up;
    const family = [oldest];
    for (let index = 0; index < family.length; index++) {
      if (owners.has(family[index] as number)) return false;
      for (const [id, other] of all) if (other.parent === family[index]) family.push(id);
    }
    return true;
  }

  return {
    sample(owners) {
      const time = now();
      const all = readProcesses();
      const skip = ignored();
      const oldest = samples[0];
      let busy = false;
      let starting = false;
      for (const [pid, seen] of all) {
        if (skip.has(pid)) continue;
        const elapsed = oldest ? time - oldest.time : 0;
        if (oldest && elapsed >= windowMs / 2) {
          const before = oldest.processes.get(pid);
          const used = seen.usedMs - (before?.usedMs ?? 0);
          const wanted = (seen.wantedMs ?? 0) - (before?.wantedMs ?? 0);
          if ((used > tickMs && used >= busyShare * elapsed) || wanted >= busyShare * elapsed) busy = true;
        }
        if (known.get(pid) !== seen.started && isStarting(pid, all, owners, time)) starting = true;
      }
      samples.push({ time, processes: all });
      samples = samples.filter((sample) => time - sample.time <= windowMs);
      return { busy, starting };
    },
    forget() {
      known.clear();
      firstSeen.clear();
      samples = [];
      for (const [pid, seen] of readProcesses()) known.set(pid, seen.started);
    },
  };
}
