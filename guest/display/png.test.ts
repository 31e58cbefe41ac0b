import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodePng } from './png.ts';

test('a PNG decodes to the pixels that went in', async () => {
  const [width, height] = [37, 23];
  const pixels = Uint32Array.from({ length: width * height }, (_, index) => (index * 2_654_435) & 0xffffff);
  const { data, info } = await sharp(await encodePng(pixels, width, height))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([width, height, 3]);
  const decoded = Array.from(
    pixels,
    (_, index) => ((data[index * 3] ?? 0) << 16) | ((data[index * 3 + 1] ?? 0) << 8) | (data[index * 3 + 2] ?? 0),
  );
  expect(decoded).toEqual([...pixels]);
});
