import { expect, test } from 'vitest';
import type { OpenWindow } from '../display/windows.ts';
import { ROLE_SCROLL_PANE } from './roles.ts';
import { shownParts, shownStates } from './shown-parts.ts';
import { STATE_ENABLED, STATE_FOCUSED, STATE_SENSITIVE, STATE_SHOWING } from './states.ts';
import { type Extents, newNode, type TreeNode } from './tree-node.ts';

const part = (name: string, extents: Extents | null, ...children: TreeNode[]): TreeNode => ({
  ...newNode(`/${name}`),
  name,
  extents,
  children,
});
const scrolling = (node: TreeNode): TreeNode => ({ ...node, role: ROLE_SCROLL_PANE });
const window = (title: string, [x, y, width, height]: Extents, isPopup = false): OpenWindow => ({
  title,
  pid: 7,
  x,
  y,
  width,
  height,
  isPopup,
});
/** Names with places, in the order of the tree. */
const placesIn = (tops: TreeNode[], windows: OpenWindow[]): Record<string, Extents> =>
  Object.fromEntries([...shownParts(part('app', null, ...tops), windows)].map(([node, place]) => [node.name, place]));

test('elements are placed inside the border of their window', () => {
  const frame = part('Home', [0, 0, 890, 590], part('list', null, part('row', [10, 20, 100, 30])));
  expect(placesIn([frame], [window('Home', [300, 120, 900, 600])])).toEqual({
    Home: [305, 125, 890, 590],
    row: [315, 145, 100, 30],
  });
});

test('elements without a size, outside of the window or scrolled out of view are omitted with their children', () => {
  const frame = part(
    'Home',
    [0, 0, 400, 400],
    part('hidden', [50, 50, 0, 30], part('in hidden', [50, 50, 10, 10])),
    part('outside', [500, 0, 10, 10]),
    scrolling(part('pane', [0, 100, 400, 100], part('seen', [0, 180, 50, 50]), part('scrolled', [0, 200, 50, 50]))),
  );
  expect(Object.keys(placesIn([frame], [window('Home', [0, 0, 400, 400])]))).toEqual(['Home', 'pane', 'seen']);
});

test('a pop-up is placed at its own window, and is closed without one', () => {
  const menu = part('menu', [41, 47, 300, 400], part('GtkPopoverContent', [50, 60, 280, 380]));
  const home = window('Home', [300, 120, 800, 600]);
  const frame = part('Home', [0, 0, 800, 600], menu);
  expect(Object.keys(placesIn([frame], [home, window('', [0, 0, 1, 1], true)]))).toEqual(['Home']);
  expect(placesIn([frame], [home, window('', [677, 280, 300, 400], true)])).toMatchObject({
    menu: [677, 280, 300, 400],
    GtkPopoverContent: [686, 293, 280, 380],
  });
});

test('the window that an element fits into is chosen if two have the same title', () => {
  const frames = [part('Home', [0, 0, 890, 590])];
  const small = window('Home', [0, 0, 500, 400]);
  const large = window('Home', [20, 30, 890, 590]);
  expect(placesIn(frames, [small, large])).toEqual({ Home: [20, 30, 890, 590] });
  expect(placesIn(frames, [large, large])).toEqual({});
  expect(placesIn(frames, [])).toEqual({});
});

test('an element on the screen is showing, and enabled if it can be used', () => {
  expect(shownStates(STATE_FOCUSED)).toBe((STATE_FOCUSED | STATE_SHOWING) >>> 0);
  expect(shownStates(STATE_SENSITIVE)).toBe((STATE_SENSITIVE | STATE_SHOWING | STATE_ENABLED) >>> 0);
});
