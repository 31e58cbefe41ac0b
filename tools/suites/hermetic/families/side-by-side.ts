/** Two windows beside each other, as somebody has them who carries things from one to the other. */
import type { Json } from './family.ts';

/** Which of the two stands left, drawn by the seed; with `onSide`. */
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
