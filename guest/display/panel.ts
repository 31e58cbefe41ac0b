import { readFile } from 'node:fs/promises';
import { reply, type XConnection } from './connection.ts';
import { activeWindow, managedWindows, titleOf, words } from './windows.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PanelButton extends Box {
  kind: 'launcher' | 'window';
  /** Stable as long as the button exists. */
  id: string;
  name: string;
  isActive: boolean;
}

export interface Panel extends Box {
  buttons: PanelButton[];
}

/** tint2's launcher layout, in pixels. */
export interface PanelSettings {
  launchers: string[];
  iconSize: number;
  /** From the panel's left edge to the first icon. */
  start: number;
  gap: number;
}

/** Skips launchers with an unreadable desktop entry, as tint2 does. */
export async function readPanelSettings(file: string): Promise<PanelSettings> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const values = (key: string): string[] =>
    lines.flatMap((line) => {
      const [name = '', value = ''] = line.split(/=(.*)/s);
      return name.trim() === key ? [value.trim()] : [];
    });
  const numbers = (key: string): number[] => (values(key).at(-1) ?? '').split(/\s+/).map(Number);
  const names = await Promise.all(values('launcher_item_app').map(nameOfEntry));
  const [panelPadding = 0] = numbers('panel_padding');
  const [launcherPadding = 0, , gap = 0] = numbers('launcher_padding');
  return {
    launchers: names.filter((name) => name !== null),
    iconSize: numbers('launcher_icon_size')[0] ?? 0,
    start: panelPadding + launcherPadding,
    gap,
  };
}

async function nameOfEntry(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return /^Name=(.*)$/m.exec(text)?.[1]?.trim() ?? null;
}

export async function readPanel(x: XConnection, settings: PanelSettings): Promise<Panel | null> {
  const [dock, ids, active] = await Promise.all([
    x.atom('_NET_WM_WINDOW_TYPE_DOCK'),
    managedWindows(x),
    activeWindow(x),
  ]);
  const kinds = await Promise.all(ids.map((id) => x.property(id, '_NET_WM_WINDOW_TYPE')));
  const id = ids.find((_, at) => words(kinds[at] ?? null).includes(dock));
  const box = id === undefined ? null : await boxOf(x, id);
  if (box === null) return null;
  const windows = await Promise.all(ids.map((window) => windowButton(x, window, window === active)));
  return { ...box, buttons: [...launcherButtons(box, settings), ...windows.filter((button) => button !== null)] };
}

function launcherButtons(panel: Box, { launchers, iconSize, start, gap }: PanelSettings): PanelButton[] {
  const y = panel.y + Math.floor((panel.height - iconSize) / 2);
  return launchers.map((name, at) => ({
    kind: 'launcher',
    id: `launcher_${at}`,
    name,
    isActive: false,
    x: panel.x + start + at * (iconSize + gap),
    y,
    width: iconSize,
    height: iconSize,
  }));
}

/** The panel publishes the positions of window buttons as targets for iconify animations. */
async function windowButton(x: XConnection, id: number, isActive: boolean): Promise<PanelButton | null> {
  const [place, name] = await Promise.all([x.property(id, '_NET_WM_ICON_GEOMETRY'), titleOf(x, id)]);
  const [left, top, width, height] = words(place);
  if (left === undefined || top === undefined || width === undefined || height === undefined) return null;
  return { kind: 'window', id: `window_${id}`, name, isActive, x: left, y: top, width, height };
}

async function boxOf(x: XConnection, id: number): Promise<Box | null> {
  try {
    const [size, place] = await Promise.all([
      reply<{ width: number; height: number }>((done) => x.client.GetGeometry(id, done)),
      reply<{ destX: number; destY: number }>((done) => x.client.TranslateCoordinates(id, x.root, 0, 0, done)),
    ]);
    return { x: place.destX, y: place.destY, width: size.width, height: size.height };
  } catch {
    return null; // closed meanwhile
  }
}
