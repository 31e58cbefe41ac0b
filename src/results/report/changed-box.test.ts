import { expect, it } from 'vitest';
import { changedBox } from './changed-box.ts';

const [width, height] = [480, 270];
const blank = () => new Uint8Array(width * height).fill(240);

function fill(picture: Uint8Array, x: number, y: number, wide: number, high: number): void {
  for (let row = y; row < y + high; row += 1) picture.fill(20, row * width + x, row * width + x + wide);
}

it('changedBox finds the largest changed region, not the clock in the corner', () => {
  const [before, after] = [blank(), blank()];
  fill(after, 100, 50, 120, 30);
  fill(after, 450, 262, 20, 6);
  const region = changedBox(before, after);
  expect(region?.x).toBeCloseTo(100 / width, 1);
  expect(region?.y).toBeCloseTo(50 / height, 1);
  expect(region?.width).toBeCloseTo(120 / width, 1);
  expect(region?.height).toBeLessThan(0.2);
});

it('changedBox narrows a window that appeared to its content', () => {
  const before = blank().fill(90);
  const after = blank();
  // Two lines of text at the top of an empty terminal that covers the screen.
  for (let x = 6; x < 150; x += 3) {
    fill(after, x, 12, 1, 4);
    if (x < 60) fill(after, x, 18, 1, 4);
  }
  const region = changedBox(before, after);
  expect(region?.x).toBeLessThan(0.03);
  expect(region?.y).toBeLessThan(0.06);
  expect(region?.width).toBeCloseTo(150 / width, 1);
  expect(region?.height).toBeLessThan(0.1);
});

it('changedBox is null for equal pictures and for another screen', () => {
  const other = blank();
  fill(other, 0, 0, width, height);
  expect(changedBox(blank(), blank())).toBeNull();
  expect(changedBox(blank(), other)).toBeNull();
});
