import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { PngEncoder } from './png.ts';

const colour = (index: number): number => (index * 2_654_435) & 0xffffff;

async function decoded(png: Buffer): Promise<{ size: number[]; pixels: number[] }> {
  const { data, info } = await sharp(png, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
  const pixels = Array.from(
    { length: info.width * info.height },
    (_, index) => ((data[index * 3] ?? 0) << 16) | ((data[index * 3 + 1] ?? 0) << 8) | (data[index * 3 + 2] ?? 0),
  );
  return { size: [info.width, info.height, info.channels], pixels };
}

test('a PNG decodes to the pixels that it was encoded from', async () => {
  const [width, height] = [37, 77];
  const pixels = Uint32Array.from({ length: width * height }, (_, index) => colour(index));
  const { size, pixels: read } = await decoded(await new PngEncoder().encode(pixels, width, height));
  expect(size).toEqual([width, height, 3]);
  expect(read).toEqual([...pixels]);
});

test('pictures of a changing screen decode correctly and equal those of a new encoder', async () => {
  const [width, height] = [23, 95];
  const change = fc.record({
    x: fc.nat(width - 1),
    y: fc.nat(height - 1),
    wide: fc.integer({ min: 1, max: width }),
    high: fc.integer({ min: 1, max: 40 }),
    color: fc.nat(0xffffff),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(change, { maxLength: 3 }), { minLength: 1, maxLength: 4 }), async (pictures) => {
      const encoder = new PngEncoder();
      let screen = Uint32Array.from({ length: width * height }, (_, index) => colour(index >> 4));
      for (const changes of pictures) {
        screen = Uint32Array.from(screen);
        for (const { x, y, wide, high, color } of changes)
          for (let row = y; row < Math.min(height, y + high); row++)
            screen.fill(color, row * width + x, row * width + Math.min(width, x + wide));
        const png = await encoder.encode(screen, width, height);
        expect((await decoded(png)).pixels).toEqual([...screen]);
        expect(png.equals(await new PngEncoder().encode(screen, width, height))).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test('a screen that changes its size is encoded from scratch', async () => {
  const encoder = new PngEncoder();
  await encoder.encode(new Uint32Array(40 * 60).fill(0x123456), 40, 60);
  const { size, pixels } = await decoded(await encoder.encode(new Uint32Array(60 * 40).fill(0x123456), 60, 40));
  expect(size).toEqual([60, 40, 3]);
  expect(new Set(pixels)).toEqual(new Set([0x123456]));
});

test('pixel data of another size is refused', async () => {
  await expect(new PngEncoder().encode(new Uint32Array(7), 4, 2)).rejects.toThrow('7 pixels are no 4×2 picture');
});
