import { reply, type XConnection } from './connection.ts';
import { activeWindow, words } from './windows.ts';

/** Asks windows whether their program still answers (_NET_WM_PING). */
export interface Ping {
  /** Sends a ping to the active window; resolves once it answered, and at once where it doesn't take part. */
  active(): Promise<void>;
}

export async function createPing(x: XConnection): Promise<Ping> {
  const [protocols, ping] = await Promise.all([x.atom('WM_PROTOCOLS'), x.atom('_NET_WM_PING')]);
  // Far from the times that the window manager uses for pings of its own.
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
