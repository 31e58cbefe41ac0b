import type { GuestClipboard } from '../../src/desktop/client/protocol.ts';
import { reply, type XConnection } from './connection.ts';
import { classOf, managedWindows, titleOf } from './windows.ts';

const ownerMs = 300;
/** Window ids of one program differ only in these bits. */
const ownBits = 0x1f_ffff;
const copyFromParent = 0;
const inputOnly = 2;

/** Reads the CLIPBOARD selection as text. Null if no program owns it or the owner sends no text in time. */
export function createClipboard(x: XConnection): () => Promise<GuestClipboard | null> {
  const window = x.client.AllocID();
  x.client.CreateWindow(window, x.root, -1, -1, 1, 1, 0, copyFromParent, inputOnly, 0, {});
  let reading: Promise<unknown> = Promise.resolve();

  async function read(): Promise<GuestClipboard | null> {
    const [clipboard, utf8, target, incremental] = (await Promise.all(
      ['CLIPBOARD', 'UTF8_STRING', 'CLIPBOARD_TEXT', 'INCR'].map((name) => x.atom(name)),
    )) as [number, number, number, number];
    const owner = await reply<number>((done) => x.client.GetSelectionOwner(clipboard, done));
    if (owner === 0) return null;
    const { promise: handedOver, resolve } = Promise.withResolvers<boolean>();
    const stop = x.onEvent((event) => {
      if (event.name === 'SelectionNotify' && event.requestor === window) resolve(event.property !== 0);
    });
    const late = setTimeout(() => resolve(false), ownerMs);
    try {
      x.client.ConvertSelection(window, clipboard, utf8, target, 0);
      if (!(await handedOver)) return null;
      const found = await x.property(window, 'CLIPBOARD_TEXT');
      x.client.DeleteProperty(window, target);
      if (found === null) return null;
      const isLarge = found.type === incremental;
      return { text: isLarge ? null : found.data.toString('utf8'), owner: await ownerOf(x, owner) };
    } finally {
      clearTimeout(late);
      stop();
    }
  }

  return () => {
    const next = reading.then(read);
    reading = next.catch(() => undefined);
    return next;
  };
}

async function ownerOf(x: XConnection, owner: number): Promise<GuestClipboard['owner']> {
  const program = (id: number): number => id & ~ownBits;
  const window = (await managedWindows(x)).find((id) => program(id) === program(owner));
  if (window === undefined) return null;
  return { title: await titleOf(x, window), className: (await classOf(x, window)).join('.') };
}
