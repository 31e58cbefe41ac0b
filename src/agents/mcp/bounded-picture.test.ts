import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { boundedPicture, mostPictureBytes } from './bounded-picture.ts';

it('keeps a small PNG as it is', async () => {
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  expect(await boundedPicture(png)).toEqual({ bytes: png, mimeType: 'image/png' });
});

it('makes a JPEG of the same size of a screen full of noise', async () => {
  const raw = { width: 2560, height: 1440, channels: 3 as const };
  const png = await sharp(randomBytes(raw.width * raw.height * 3), { raw })
    .png()
    .toBuffer();
  expect(png.byteLength).toBeGreaterThan(10_000_000);
  const { bytes, mimeType } = await boundedPicture(png);
  expect(mimeType).toBe('image/jpeg');
  expect(bytes.byteLength).toBeLessThanOrEqual(mostPictureBytes);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 2560, height: 1440 });
});
