/** Two windows beside each other, as somebody has them who carries things from one to the other. */
import type { Json } from './family.ts';

/** A window's place and size in pixels. */
type Frame = readonly [x: number, y: number, width: number, height: number];

const named = (window: 'a' | 'b', [x, y, width, height]: Frame): Json => ({
  [`${window}_x`]: x,
  [`${window}_y`]: y,
  [`${window}_width`]: width,
  [`${window}_height`]: height,
});
const screen = 1920;

/** Where two windows stand side by side, drawn by the seed as `place`. `width`: of the first in pixels; the second has what is left. */
export const besideKnob = (width: number): Json => ({
  one_of: [
    { ...named('a', [0, 30, width, 1000]), ...named('b', [width, 30, screen - width, 1000]) },
    { ...named('a', [screen - width, 30, width, 1000]), ...named('b', [0, 30, screen - width, 1000]) },
    { ...named('a', [0, 60, width, 940]), ...named('b', [width, 40, screen - width, 980]) },
  ],
});

/** The same with the second window at the left edge, which earlier versions of our tree needed for Files. `width`: of the second in pixels. */
export const leftKnob = (width: number): Json => ({
  one_of: [
    { ...named('a', [width, 30, screen - width, 1000]), ...named('b', [0, 30, width, 1000]) },
    { ...named('a', [width, 50, screen - width, 960]), ...named('b', [0, 40, width, 980]) },
  ],
});

/** Set-up steps that put their window where the first (`a`) or the second (`b`) of two windows stands. */
export const at = (window: 'a' | 'b', steps: readonly Json[]): Json[] =>
  JSON.parse(JSON.stringify(steps).replaceAll('{vary:place.', `{vary:place.${window}_`)) as Json[];

/** Brings a window to the front by a click in its middle. */
export const toWindow = (title: string, say: string): Json => ({
  do: [{ click: { role: 'frame', name_contains: title } }, { pause: 0.5 }],
  say,
});

/** Types rows of cells in Calc, a cell a step, from where the cursor is. At the end it stands below the first cell. */
export const typeRows = (rows: readonly (readonly string[])[]): Json[] =>
  rows.map((cells) => ({
    do: cells.map((cell, column) => ({ type: `${cell}${column < cells.length - 1 ? '\t' : '\n'}` })),
    say: `I enter ${cells[0]}.`,
  }));

/** Two halves of the screen: which of two windows stands left, drawn by the seed as `sides`; with `onSide`. */
export const sidesKnob: Json = {
  one_of: [
    { first: 0, second: 960 },
    { first: 960, second: 0 },
  ],
};

/** Set-up that opens something, with its window on a side in place of where its last step puts it. */
export const onSide = (side: 'first' | 'second', window: string, opening: readonly Json[]): Json[] => [
  ...opening.slice(0, -1),
  {
    type: 'place_window',
    parameters: { window_name: window, x: `{vary:sides.${side}}`, y: 30, width: 960, height: 1010 },
  },
];
