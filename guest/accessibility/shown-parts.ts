import type { OpenWindow } from '../display/windows.ts';
import { ROLE_SCROLL_PANE } from './roles.ts';
import { STATE_ENABLED, STATE_SENSITIVE, STATE_SHOWING } from './states.ts';
import type { Extents, TreeNode } from './tree-node.ts';

/** GTK 4's name for the contents of a pop-up, which is a separate window. */
const POPUP_CONTENT = 'GtkPopoverContent';

/**
 * Returns the visible parts and their screen positions for an application that knows only positions within its windows.
 * A part is visible if it intersects its window and the scroll panes around it. Windows are matched by title, then by
 * size; pop-ups by size. Unmatched parts are omitted.
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

/** States of a visible part as GTK 3 reports them: showing, and enabled if it is sensitive. */
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

/** Assumes that the element is centred in its window, with an equal border on all sides. */
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
