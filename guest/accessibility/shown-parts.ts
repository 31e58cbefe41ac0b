import type { OpenWindow } from '../display/windows.ts';
import { ROLE_SCROLL_PANE } from './roles.ts';
import { STATE_ENABLED, STATE_SENSITIVE, STATE_SHOWING } from './states.ts';
import type { Extents, TreeNode } from './tree-node.ts';

/** What GTK 4 calls the inside of a menu or another pop-up, which is a window of its own. */
const POPUP_CONTENT = 'GtkPopoverContent';

/**
 * What is on the screen of an application that tells places in its window only, with the place of each on the screen. A
 * part is on the screen where it has a size and lies in its window and in the panes around it that scroll. `windows`:
 * the application's own. A window is known by its title, and where several have it by its size; a pop-up by its size.
 * What belongs to no window is left out.
 */
export function shownParts(root: TreeNode, windows: readonly OpenWindow[]): Map<TreeNode, Extents> {
  const shown = new Map<TreeNode, Extents>();
  for (const top of root.children) {
    if (top?.extents == null) continue;
    const window = windowOf(top.name, top.extents, windows);
    if (window !== undefined) addParts(top, originIn(window, top.extents), window);
  }
  return shown;

  function addParts(node: TreeNode, origin: Origin, around: Box): void {
    let inside = around;
    if (node.extents !== null) {
      const [x, y, width, height] = node.extents;
      const box = common({ x: x + origin.x, y: y + origin.y, width, height }, around);
      if (box === null) return;
      shown.set(node, [x + origin.x, y + origin.y, width, height]);
      if (node.role === ROLE_SCROLL_PANE) inside = box;
    }
    for (const child of node.children) {
      if (child === null) continue;
      if (!isPopup(child)) addParts(child, origin, inside);
      else if (child.extents !== null) {
        const popup = popupOf(child.extents, windows);
        if (popup !== undefined) addParts(child, originIn(popup, child.extents), popup);
      }
    }
  }
}

/** The states of a part that is on the screen, as GTK 3 tells them: such a part is showing, and one that can be used is enabled too. */
export function shownStates(states: number): number {
  return (states | STATE_SHOWING | ((states & STATE_SENSITIVE) === 0 ? 0 : STATE_ENABLED)) >>> 0;
}

interface Origin {
  x: number;
  y: number;
}

interface Box extends Origin {
  width: number;
  height: number;
}

function windowOf(title: string, extents: Extents, windows: readonly OpenWindow[]): OpenWindow | undefined {
  const titled = windows.filter((window) => !window.isPopup && window.title === title);
  if (titled.length < 2) return titled[0];
  const [, , width, height] = extents;
  const sized = titled.filter((window) => window.width >= width && window.height >= height);
  return sized.length === 1 ? sized[0] : undefined;
}

function popupOf([, , width, height]: Extents, windows: readonly OpenWindow[]): OpenWindow | undefined {
  return windows.findLast((window) => window.isPopup && window.width === width && window.height === height);
}

/**
 * Where (0, 0) of the element's places is on the screen: the element lies in the middle of its window, with a border
 * that is as wide on all sides.
 */
const originIn = (window: Box, [x, y, width, height]: Extents): Origin => ({
  x: window.x + Math.round((window.width - width) / 2) - x,
  y: window.y + Math.round((window.height - height) / 2) - y,
});

const isPopup = (node: TreeNode): boolean => node.children.some((child) => child?.name === POPUP_CONTENT);

function common(box: Box, other: Box): Box | null {
  const x = Math.max(box.x, other.x);
  const y = Math.max(box.y, other.y);
  const width = Math.min(box.x + box.width, other.x + other.width) - x;
  const height = Math.min(box.y + box.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}
