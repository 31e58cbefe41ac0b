import type { GuestWindow } from '../../src/desktop/client/protocol.ts';
import { reply, type XConnection, type XProperty } from './connection.ts';

const viewable = 2;

export function words(property: XProperty | null): number[] {
  if (property?.format !== 32) return [];
  return Array.from({ length: property.data.length >> 2 }, (_, index) => property.data.readUInt32LE(index * 4));
}

function text(property: XProperty | null): string | null {
  return property?.format === 8 ? property.data.toString('utf8').replace(/\0+$/, '') : null;
}

export async function classOf(x: XConnection, window: number): Promise<[string, string]> {
  const parts = (text(await x.property(window, 'WM_CLASS')) ?? '').split('\0');
  return [parts[0] ?? '', parts[1] ?? ''];
}

/** _NET_WM_NAME, else WM_NAME, else an empty string. */
export async function titleOf(x: XConnection, window: number): Promise<string> {
  const [modern, old] = await Promise.all([x.property(window, '_NET_WM_NAME'), x.property(window, 'WM_NAME')]);
  return text(modern) ?? text(old) ?? '';
}

export async function managedWindows(x: XConnection): Promise<number[]> {
  return words(await x.property(x.root, '_NET_CLIENT_LIST'));
}

export async function processOf(x: XConnection, window: number): Promise<number | null> {
  return words(await x.property(window, '_NET_WM_PID'))[0] ?? null;
}

export async function isSplash(x: XConnection, window: number): Promise<boolean> {
  const [splash, types] = await Promise.all([
    x.atom('_NET_WM_WINDOW_TYPE_SPLASH'),
    x.property(window, '_NET_WM_WINDOW_TYPE'),
  ]);
  return words(types).includes(splash);
}

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
    return null; // closed meanwhile
  }
}

/** Oldest first. `className` is `instance.Class`, as wmctrl prints it. */
export async function listWindows(x: XConnection): Promise<GuestWindow[]> {
  const [ids, active] = await Promise.all([managedWindows(x), activeWindow(x)]);
  const found = await Promise.all(ids.map((id) => describe(x, id, active)));
  return found.filter((window) => window !== null);
}

export interface OpenWindow {
  title: string;
  pid: number | null;
  /** Position and size of the client area, in screen pixels. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Not managed by the window manager: a menu, a tooltip. */
  isPopup: boolean;
}

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
    return null; // closed meanwhile
  }
}

export interface WindowMatch {
  name: string;
  /** Match the whole name, case-sensitively, instead of a substring. */
  strict: boolean;
  byClass: boolean;
}

/** Matches by wmctrl's rules. */
export function findWindow(windows: GuestWindow[], match: WindowMatch): GuestWindow | undefined {
  return windows.find((window) => {
    const text = match.byClass ? window.className : window.title;
    return match.strict ? text === match.name : text.toLowerCase().includes(match.name.toLowerCase());
  });
}

/** Resolves when the X server has received the request; the focus changes later. */
export async function activateWindow(x: XConnection, id: number): Promise<void> {
  x.client.SendClientMessage(x.root, id, await x.atom('_NET_ACTIVE_WINDOW'), 32, [2, 0, 0]);
  x.client.MapWindow(id);
  x.client.RaiseWindow(id);
  await x.sync();
}

/** The application may show a dialog instead of closing the window. */
export async function closeWindow(x: XConnection, id: number): Promise<void> {
  x.client.SendClientMessage(x.root, id, await x.atom('_NET_CLOSE_WINDOW'), 32, [0, 2]);
  await x.sync();
}
