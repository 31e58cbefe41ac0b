import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { boundedPicture, mostPictureBytes } from './bounded-picture.ts';

it('a small PNG for MCP stays as it is', async () => {
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  expect(await boundedPicture(png)).toEqual({ bytes: png, mimeType: 'image/png' });
});

it('a screen full of noise becomes a JPEG of less than 1 MB and of the same dimensions for MCP', async () => {
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
