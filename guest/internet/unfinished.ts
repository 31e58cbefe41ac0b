import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds that what has come and nobody has read yet is waited for; more only where somebody goes on sending. */
const longestDrain = 5_000;
const drainPeriod = 5;
const lastDrain = 20;

/** What clients are still saying: each entry logs what came until now, as if its connection ended. */
export class Unfinished {
  readonly #tell = new Set<() => void>();

  /** `tell` is called at most once by `tellAll`; the function that this gives takes it back. */
  add(tell: () => void): () => void {
    this.#tell.add(tell);
    return () => void this.#tell.delete(tell);
  }

  /** For the last look at a desktop: nobody hears what comes later. Waits until what was sent has been read. */
  async tellAll(): Promise<void> {
    const end = performance.now() + longestDrain;
    do await delay(drainPeriod);
    while ((await hasUnread()) && performance.now() < end);
    // What was read last is on its way from one program to another.
    await delay(lastDrain);
    for (const tell of this.#tell) tell();
    this.#tell.clear();
  }
}

/** True while the network that this process shares with the desktop holds bytes that were sent and not read. */
async function hasUnread(): Promise<boolean> {
  for (const table of ['tcp', 'tcp6', 'udp', 'udp6', 'raw']) {
    const lines = await readFile(`/proc/net/${table}`, 'latin1').catch(() => '');
    // `0: 0100007F:1F90 00000000:0000 01 00000000:00000005 …`: state, then bytes to send and bytes to read. A
    // listener's (0A) count connections.
    for (const [, state, unsent, unread] of lines.matchAll(/^ *\d+: \S+ \S+ (\S+) (\S+):(\S+) /gm))
      if (Number(`0x${unread}`) > 0 || (state !== '0A' && Number(`0x${unsent}`) > 0)) return true;
  }
  return false;
}
