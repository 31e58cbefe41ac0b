import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Only a client that keeps sending reaches this limit. */
const longestDrain = 5_000;
const drainPeriod = 5;
const lastDrain = 20;

/** Callbacks that log what clients have sent so far, as if their connections had ended. */
export class Unfinished {
  readonly #tell = new Set<() => void>();

  /** Returns a function that unregisters `tell`. */
  add(tell: () => void): () => void {
    this.#tell.add(tell);
    return () => void this.#tell.delete(tell);
  }

  /** Waits until all sent bytes have been read, for the final scan of a desktop. */
  async tellAll(): Promise<void> {
    const end = performance.now() + longestDrain;
    do await delay(drainPeriod);
    while ((await hasUnread()) && performance.now() < end);
    // Bytes that were just read may still be on the way between programs.
    await delay(lastDrain);
    for (const tell of this.#tell) tell();
    this.#tell.clear();
  }
}

async function hasUnread(): Promise<boolean> {
  for (const table of ['tcp', 'tcp6', 'udp', 'udp6', 'raw']) {
    const lines = await readFile(`/proc/net/${table}`, 'latin1').catch(() => '');
    // `0: 0100007F:1F90 00000000:0000 01 00000000:00000005 …`: state, bytes to send, bytes to read.
    for (const [, state, unsent, unread] of lines.matchAll(/^ *\d+: \S+ \S+ (\S+) (\S+):(\S+) /gm))
      if (Number(`0x${unread}`) > 0 || (state !== '0A' && Number(`0x${unsent}`) > 0)) return true;
  }
  return false;
}
