import { crc32 } from 'node:zlib';
import type { Box, Panel } from '../display/panel.ts';
import { ROOT_PATH } from './application-connection.ts';
import { ROLE_APPLICATION, ROLE_FRAME, ROLE_PUSH_BUTTON, ROLE_TOGGLE_BUTTON } from './roles.ts';
import { STATE_CHECKED, STATE_ENABLED, STATE_SENSITIVE, STATE_SHOWING, STATE_VISIBLE } from './states.ts';

/** `parent` and `children` are paths. */
export interface PanelObject {
  path: string;
  parent: string | null;
  name: string;
  role: number;
  /** The first 32 states. */
  states: number;
  /** Null for the application, which has no position. */
  box: Box | null;
  children: string[];
}

const BASE = '/org/a11y/atspi/accessible';
const FRAME_PATH = `${BASE}/panel`;
const ON_SCREEN = (STATE_ENABLED | STATE_SENSITIVE | STATE_SHOWING | STATE_VISIBLE) >>> 0;

/** A changed title or state gives a button a new path, so that clients with a cache notice it without an event. */
export function panelObjects(panel: Panel | null): Map<string, PanelObject> {
  const root: PanelObject = {
    path: ROOT_PATH,
    parent: null,
    name: 'panel',
    role: ROLE_APPLICATION,
    states: 0,
    box: null,
    children: panel === null ? [] : [FRAME_PATH],
  };
  const objects = new Map([[root.path, root]]);
  if (panel === null) return objects;
  const buttons = panel.buttons.map((button): PanelObject => {
    const path = `${BASE}/${button.id}_${crc32(`${button.isActive} ${button.name}`)}`;
    const role = button.kind === 'launcher' ? ROLE_PUSH_BUTTON : ROLE_TOGGLE_BUTTON;
    const states = (ON_SCREEN | (button.isActive ? STATE_CHECKED : 0)) >>> 0;
    return { path, parent: FRAME_PATH, name: button.name, role, states, box: button, children: [] };
  });
  objects.set(FRAME_PATH, {
    path: FRAME_PATH,
    parent: root.path,
    name: 'panel',
    role: ROLE_FRAME,
    states: ON_SCREEN,
    box: panel,
    children: buttons.map(({ path }) => path),
  });
  for (const button of buttons) objects.set(button.path, button);
  return objects;
}
