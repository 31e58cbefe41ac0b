import { expect, it } from 'vitest';
import { inkBox, isOneColour } from './screen-marks.ts';

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
])('the box %j has a single colour: %s', (box, isOne) => {
  expect(isOneColour(screen, box)).toBe(isOne);
});

it('a large box shrinks to its content, and a small one stays', () => {
  const [width, height] = [200, 100];
  const pixels = { data: new Uint8ClampedArray(width * height * 4).fill(255), width, height };
  // A line of text: every second pixel from (20, 30) to (60, 40).
  for (let y = 30; y < 40; y += 1) for (let x = 20; x < 60; x += 2) pixels.data.set([0, 0, 0], (y * width + x) * 4);
  expect(inkBox(pixels, { x: 0, y: 0, width, height })).toEqual({ x: 6, y: 16, width: 67, height: 38 });
  expect(inkBox(pixels, { x: 10, y: 20, width: 60, height: 30 })).toEqual({ x: 10, y: 20, width: 60, height: 30 });
});
