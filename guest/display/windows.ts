import type { GuestWindow } from '../../src/desktop/client/protocol.ts';
import { reply, type XConnection, type XProperty } from './connection.ts';

/** `mapState` of a window that is shown. */
const viewable = 2;

/** 32-bit values of a property; empty where there is none. */
export function words(property: XProperty | null): number[] {
  if (property?.format !== 32) return [];
  return Array.from({ length: property.data.length >> 2 }, (_, index) => property.data.readUInt32LE(index * 4));
}

function text(property: XProperty | null): string | null {
  return property?.format === 8 ? property.data.toString('utf8').replace(/\0+$/, '') : null;
}

/** Both parts of WM_CLASS: instance and class. */
export async function classOf(x: XConnection, window: number): Promise<[string, string]> {
  const parts = (text(await x.property(window, 'WM_CLASS')) ?? '').split('\0');
  return [parts[0] ?? '', parts[1] ?? ''];
}

/** _NET_WM_NAME, else WM_NAME; empty where the window has neither. */
export async function titleOf(x: XConnection, window: number): Promise<string> {
  const [modern, old] = await Promise.all([x.property(window, '_NET_WM_NAME'), x.property(window, 'WM_NAME')]);
  return text(modern) ?? text(old) ?? '';
}

/** Ids of the managed windows, in the order in which they were mapped. */
export async function managedWindows(x: XConnection): Promise<number[]> {
  return words(await x.property(x.root, '_NET_CLIENT_LIST'));
}

/** The process that the window says it belongs to; null where it says nothing. */
export async function processOf(x: XConnection, window: number): Promise<number | null> {
  return words(await x.property(window, '_NET_WM_PID'))[0] ?? null;
}

/** Whether the window is only what its program shows while it loads. */
export async function isSplash(x: XConnection, window: number): Promise<boolean> {
  const [splash, types] = await Promise.all([
    x.atom('_NET_WM_WINDOW_TYPE_SPLASH'),
    x.property(window, '_NET_WM_WINDOW_TYPE'),
  ]);
  return words(types).includes(splash);
}

/** Id of the window with the focus; null where none has it. */
export async function activeWindow(x: XConnection): Promise<number | null> {
  return words(await x.property(x.root, '_NET_ACTIVE_WINDOW'))[0] || null;
}

async function describe(x: XConnection, id: number, active: number | null): Promise<GuestWindow | null> {
  try {
    const [title, names, pid, splash, size, place] = await Promise.all([
      titleOf(x, id),
      classOf(x, id),
      processOf(x, id),
      isSplash(x, id),
      reply<{ width: number; height: number }>((done) => x.client.GetGeometry(id, done)),
      reply<{ destX: number; destY: number }>((done) => x.client.TranslateCoordinates(id, x.root, 0, 0, done)),
    ]);
    return {
      id,
      title,
      className: names.join('.'),
      pid,
      x: place.destX,
      y: place.destY,
      width: size.width,
      height: size.height,
      active: id === active,
      isSplash: splash,
    };
  } catch {
    return null; // closed while we looked
  }
}

/** The managed windows, oldest first. `className` is `instance.Class`, as wmctrl prints it. */
export async function listWindows(x: XConnection): Promise<GuestWindow[]> {
  const [ids, active] = await Promise.all([managedWindows(x), activeWindow(x)]);
  const found = await Promise.all(ids.map((id) => describe(x, id, active)));
  return found.filter((window) => window !== null);
}

/** A window that is on the screen. */
export interface OpenWindow {
  title: string;
  pid: number | null;
  /** The place of its inside on the screen and its size, in pixels. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** The window manager leaves it alone: a menu, a tip. */
  isPopup: boolean;
}

/** The managed windows and the pop-ups that are shown. */
export async function openWindows(x: XConnection): Promise<OpenWindow[]> {
  const { children } = await reply<{ children: number[] }>((done) => x.client.QueryTree(x.root, done));
  const popups = await Promise.all(children.map((id) => popup(x, id)));
  const managed = await listWindows(x);
  return [...managed.map((window) => ({ ...window, isPopup: false })), ...popups.filter((window) => window !== null)];
}

async function popup(x: XConnection, id: number): Promise<OpenWindow | null> {
  try {
    const { overrideRedirect, mapState } = await reply<{ overrideRedirect: number | boolean; mapState: number }>(
      (done) => x.client.GetWindowAttributes(id, done),
    );
    if (!overrideRedirect || mapState !== viewable) return null;
    const window = await describe(x, id, null);
    return window && { ...window, isPopup: true };
  } catch {
    return null; // closed while we looked
  }
}

export interface WindowMatch {
  name: string;
  /** The whole name, with its case, instead of a part of it in any case. */
  strict: boolean;
  byClass: boolean;
}

/** The first window that matches, by wmctrl's rules. */
export function findWindow(windows: GuestWindow[], match: WindowMatch): GuestWindow | undefined {
  return windows.find((window) => {
    const text = match.byClass ? window.className : window.title;
    return match.strict ? text === match.name : text.toLowerCase().includes(match.name.toLowerCase());
  });
}

/** Asks the window manager for it as a pager does, and raises it. Ends when the X server has the request, not when the focus has moved. */
export async function activateWindow(x: XConnection, id: number): Promise<void> {
  x.client.SendClientMessage(x.root, id, await x.atom('_NET_ACTIVE_WINDOW'), 32, [2, 0, 0]);
  x.client.MapWindow(id);
  x.client.RaiseWindow(id);
  await x.sync();
}

/** Asks the window to close; the application may ask back. */
export async function closeWindow(x: XConnection, id: number): Promise<void> {
  x.client.SendClientMessage(x.root, id, await x.atom('_NET_CLOSE_WINDOW'), 32, [0, 2]);
  await x.sync();
}
