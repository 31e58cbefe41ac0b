import x11 from 'x11';
import type { JournalEntry } from '../../src/desktop/client/protocol.ts';
import { reply, type XConnection } from './connection.ts';
import { startOfProcess, watchTyping } from './typing.ts';
import { classOf, managedWindows, processOf, titleOf, words } from './windows.ts';

const kept = 10_000;

export interface Journal {
  add(entry: Omit<JournalEntry, 'index' | 'time'>): void;
  since(index: number): Promise<JournalEntry[]>;
  onWindows(listener: () => void): () => void;
}

/** Notification pop-ups are watched separately, because the window manager doesn't manage them. */
export async function createJournal(x: XConnection): Promise<Journal> {
  const entries: JournalEntry[] = [];
  let nextIndex = 0;
  const listeners = new Set<() => void>();
  const open = new Map<number, { title: string; className: string; pid?: number | undefined }>();
  const typing = await watchTyping(x);
  const popups = new Map<number, string>();
  const [clientList, notification] = await Promise.all([
    x.atom('_NET_CLIENT_LIST'),
    x.atom('_NET_WM_WINDOW_TYPE_NOTIFICATION'),
  ]);

  const add = (entry: Omit<JournalEntry, 'index' | 'time'> & { time?: number }): void => {
    entries.push({ time: Date.now(), ...entry, index: nextIndex++ });
    if (entries.length > kept) entries.splice(0, entries.length - kept);
  };

  let comparing: Promise<void> = Promise.resolve();
  async function compare(): Promise<void> {
    const now = new Set(await managedWindows(x));
    for (const [id, window] of open) {
      if (now.has(id)) continue;
      open.delete(id);
      add({ kind: 'window-closed', ...window });
    }
    for (const id of now) {
      if (open.has(id)) continue;
      const [title, names, pid] = await Promise.all([titleOf(x, id), classOf(x, id), processOf(x, id)]);
      const window = { title, className: names.join('.'), pid: pid ?? undefined };
      // Report when the process started with its first window, because the wait for the window began then.
      const isFirst = ![...open.values()].some((other) => other.pid === pid);
      const startedAt = pid === null || !isFirst ? null : startOfProcess(pid);
      open.set(id, window);
      add({ kind: 'window-opened', ...window, startedAt: startedAt ?? undefined });
    }
    for (const listener of listeners) listener();
  }

  async function mapped(id: number): Promise<void> {
    if (!words(await x.property(id, '_NET_WM_WINDOW_TYPE')).includes(notification)) return;
    const title = await titleOf(x, id);
    popups.set(id, title);
    add({ kind: 'notification-shown', title });
  }

  x.onEvent((event) => {
    if (event.name === 'PropertyNotify' && event.atom === clientList) {
      comparing = comparing.then(compare).catch(() => {});
    } else if (event.name === 'MapNotify' && event.wid !== undefined) {
      mapped(event.wid).catch(() => {});
    } else if ((event.name === 'UnmapNotify' || event.name === 'DestroyNotify') && event.wid !== undefined) {
      const title = popups.get(event.wid);
      if (title !== undefined && popups.delete(event.wid)) add({ kind: 'notification-closed', title });
    }
  });
  x.client.ChangeWindowAttributes(x.root, {
    // StructureNotify reports the screen's size (`connect` reads it).
    eventMask: x11.eventMask.PropertyChange | x11.eventMask.SubstructureNotify | x11.eventMask.StructureNotify,
  });
  await reply<unknown>((done) => x.client.GetInputFocus(done));
  comparing = comparing.then(compare).catch(() => {});

  return {
    add,
    async since(index) {
      for (const entry of await typing.taken()) add(entry);
      return entries.filter((entry) => entry.index >= index);
    },
    onWindows(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
