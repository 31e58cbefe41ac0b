import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changedRegion } from './changed-region.ts';

let root: string;
let directory: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'changed-region-')));
  directory = join(root, 'run');
  mkdirSync(directory);
});
afterAll(() => rmSync(root, { recursive: true }));

/** A quarter of a screen, and on it a dark box. */
async function picture(name: string, box: { left: number; top: number } | null, channels: 3 | 4): Promise<void> {
  const background = { r: 240, g: 240, b: 240, alpha: 1 };
  const dark = { create: { width: 60, height: 30, channels, background: { r: 20, g: 40, b: 60, alpha: 1 } } };
  await sharp({ create: { width: 960, height: 540, channels, background } })
    .composite(box === null ? [] : [{ input: dark, ...box }])
    .png()
    .toFile(join(directory, name));
}

it.each([3, 4] as const)('the changed part of a screen is found, with %d channels', async (channels) => {
  await picture(`empty-${channels}.png`, null, channels);
  await picture(`box-${channels}.png`, { left: 480, top: 100 }, channels);
  const region = await changedRegion({ root, directory }, `empty-${channels}.png`, `box-${channels}.png`);
  expect(region).toMatchObject({ x: 0.5, width: expect.closeTo(0.0625, 1) });
  expect(region?.y).toBeCloseTo(0.185, 1);
});

it('a changed part is kept until a picture of the pair changes', async () => {
  await picture('before.png', null, 3);
  await picture('after.png', { left: 0, top: 0 }, 3);
  const place = { root, directory };
  const first = await changedRegion(place, 'before.png', 'after.png');
  expect(await changedRegion(place, 'before.png', 'after.png')).toBe(first);
  await picture('after.png', { left: 720, top: 300 }, 3);
  const second = await changedRegion(place, 'before.png', 'after.png');
  expect(first?.x).toBe(0);
  expect(second?.x).toBe(0.75);
});

it('a missing, damaged or equal picture has no changed part', async () => {
  await picture('same.png', null, 3);
  const place = { root, directory };
  expect(await changedRegion(place, 'same.png', 'same.png')).toBeNull();
  expect(await changedRegion(place, 'same.png', 'missing.png')).toBeNull();
  expect(await changedRegion(place, 'same.png', '../run/same.png')).toBeNull();
});
