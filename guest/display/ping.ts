import { reply, type XConnection } from './connection.ts';
import { activeWindow, words } from './windows.ts';

/** Checks whether a window's program responds (_NET_WM_PING). */
export interface Ping {
  /** Resolves immediately if the active window doesn't support pings. */
  active(): Promise<void>;
}

export async function createPing(x: XConnection): Promise<Ping> {
  const [protocols, ping] = await Promise.all([x.atom('WM_PROTOCOLS'), x.atom('_NET_WM_PING')]);
  // Must not collide with the timestamps in the window manager's pings.
  let serial = 0x7f000000;
  const waiting = new Map<number, () => void>();
  x.onEvent((event) => {
    if (event.name !== 'ClientMessage' || event.message_type !== protocols || event.data?.[0] !== ping) return;
    const answered = event.data[1] ?? 0;
    waiting.get(answered)?.();
    waiting.delete(answered);
  });
  return {
    async active() {
      const id = await activeWindow(x);
      if (id === null || !words(await x.property(id, 'WM_PROTOCOLS')).includes(ping)) return;
      const mine = serial++;
      const answered = new Promise<void>((resolve) => waiting.set(mine, resolve));
      x.client.SendClientMessage(id, id, protocols, 32, [ping, mine, id], 0);
      await reply<unknown>((done) => x.client.GetInputFocus(done));
      await answered;
    },
  };
}
