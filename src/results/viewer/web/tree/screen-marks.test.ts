import { expect, it } from 'vitest';
import { isOneColour } from './screen-marks.ts';

// 4 × 2 pixels, all white but one.
const data = new Uint8ClampedArray(4 * 2 * 4).fill(255);
data.set([255, 0, 0], (1 * 4 + 2) * 4);
const screen = { data, width: 4, height: 2 };

it.each([
  [{ x: 0, y: 0, width: 2, height: 2 }, true],
  [{ x: 1, y: 0, width: 2, height: 2 }, false],
  [{ x: 3, y: 0, width: 5, height: 2 }, false],
  [{ x: 9, y: 9, width: 2, height: 2 }, true],
  [{ x: 0, y: 0, width: 0, height: 0 }, true],
])('box %j: %s', (box, isOne) => {
  expect(isOneColour(screen, box)).toBe(isOne);
});
