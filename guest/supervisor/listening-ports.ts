import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { timeLimits } from '../../src/base/record/time-limits.ts';

/** A LISTEN row in `/proc/PID/net/tcp`: `0: 0100007F:1F90 00000000:0000 0A … inode`. */
const listening = /^\s*\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:[0-9A-F]{4} 0A (?:\S+ +){5}(\d+)/gm;

const longest = timeLimits.supervisor.ports;

/** Scans descriptors only for new sockets. */
export class ListeningPorts {
  /** Socket inode → process; null if unknown. */
  readonly #owners = new Map<string, number | null>();

  of(pids: readonly number[]): Map<number, number[]> {
    const ports = new Map<string, number>();
    for (const table of ['tcp', 'tcp6'])
      for (const [, port = '', inode = ''] of textOf(`/proc/${pids[0]}/net/${table}`).matchAll(listening))
        ports.set(inode, Number.parseInt(port, 16));
    for (const inode of this.#owners.keys()) if (!ports.has(inode)) this.#owners.delete(inode);
    const isNew = [...ports.keys()].some((inode) => !this.#owners.has(inode));
    if (isNew) this.#find(ports, pids);
    const found = new Map<number, number[]>();
    for (const [inode, port] of ports) {
      const owner = this.#owners.get(inode) ?? null;
      if (owner !== null) found.set(owner, [...(found.get(owner) ?? []), port]);
    }
    return found;
  }

  #find(ports: ReadonlyMap<string, number>, pids: readonly number[]): void {
    for (const inode of ports.keys()) if (!this.#owners.has(inode)) this.#owners.set(inode, null);
    const deadline = performance.now() + longest;
    for (const pid of pids) {
      if (performance.now() > deadline) {
        // The next call finds the owners of the remaining sockets.
        for (const [inode, owner] of this.#owners) if (owner === null) this.#owners.delete(inode);
        return;
      }
      for (const inode of socketsOf(pid))
        if (ports.has(inode) && this.#owners.get(inode) === null) this.#owners.set(inode, pid);
    }
  }
}

function socketsOf(pid: number): string[] {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).flatMap((name) => /^socket:\[(\d+)\]$/.exec(linkOf(`${folder}/${name}`))?.[1] ?? []);
  } catch {
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
