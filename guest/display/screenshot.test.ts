import { expect, test } from 'vitest';
import { drawCursor } from './screenshot.ts';

function cursorOf(words: number[], size: number, at: { x: number; y: number; xhot: number; yhot: number }) {
  const cursorImage = Buffer.alloc(words.length * 4);
  for (const [index, word] of words.entries()) cursorImage.writeUInt32LE(word >>> 0, index * 4);
  return { ...at, width: size, height: size, cursorImage };
}

test('the cursor is drawn with its hotspot at the pointer and its colours in order', () => {
  const pixels = new Uint32Array(16).fill(0x102030);
  drawCursor(
    pixels,
    4,
    4,
    cursorOf([0xffff0000, 0xff00ff00, 0x00000000, 0xff0000ff], 2, { x: 2, y: 2, xhot: 1, yhot: 1 }),
  );
  expect(pixels[5]).toBe(0xff0000);
  expect(pixels[6]).toBe(0x00ff00);
  expect(pixels[9]).toBe(0x102030);
  expect(pixels[10]).toBe(0x0000ff);
  expect(pixels[0]).toBe(0x102030);
});

test('half-transparent pixels blend with what is below', () => {
  const pixels = new Uint32Array(1).fill(0x0000ff);
  drawCursor(pixels, 1, 1, cursorOf([0x80800000], 1, { x: 0, y: 0, xhot: 0, yhot: 0 }));
  expect(pixels[0]).toBe(0x80007f);
});

test('a cursor that extends beyond the screen is clipped', () => {
  const pixels = new Uint32Array(4);
  const four = [0xff000001, 0xff000002, 0xff000003, 0xff000004];
  drawCursor(pixels, 2, 2, cursorOf(four, 2, { x: 0, y: 0, xhot: 1, yhot: 1 }));
  expect([...pixels]).toEqual([4, 0, 0, 0]);
  drawCursor(pixels, 2, 2, cursorOf(four, 2, { x: 1, y: 1, xhot: 0, yhot: 0 }));
  expect([...pixels]).toEqual([4, 0, 0, 1]);
});
