import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { ScoreInput } from './condition.ts';
import { picture } from './picture.ts';

/** 40 × 20, blue, with a red square of 10 at the top left. */
const content = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#0000ff' } })
  .composite([{ input: { create: { width: 10, height: 10, channels: 3, background: '#ff0000' } }, left: 0, top: 0 }])
  .png()
  .toBuffer();
const input = { readFile: async () => content } as unknown as ScoreInput;
const holds = async (at: readonly object[]): Promise<boolean | null> =>
  (await picture.holds(input, picture.parameters.parse({ path: '/home/user/a.png', at }))).holds;

it('the picture condition checks single pixels, counted from either side', async () => {
  expect(await holds([{ x: 5, y: 5, colour: '#ff0000' }])).toBe(true);
  expect(await holds([{ x: 15, y: 5, colour: '#ff0000' }])).toBe(false);
  expect(await holds([{ x: -1, y: -1, colour: '#0000ff' }])).toBe(true);
  expect(await holds([{ x: -40, y: -20, colour: '#ff0000' }])).toBe(true);
});

it('the picture condition fails for a pixel outside of the picture', async () => {
  expect(await holds([{ x: 40, y: 0, colour: '#0000ff' }])).toBe(false);
  expect(await holds([{ x: 0, y: -21, colour: '#0000ff' }])).toBe(false);
});

it('the picture condition needs all of its pixels', async () => {
  expect(
    await holds([
      { x: 5, y: 5, colour: '#ff0000' },
      { x: 5, y: 15, colour: '#ff0000' },
    ]),
  ).toBe(false);
});

it('the picture condition takes a side as long as at_least, and longer', async () => {
  const isAtLeast = async (width: number, height: number) =>
    (await picture.holds(input, picture.parameters.parse({ path: '/home/user/a.png', at_least: { width, height } })))
      .holds;
  expect(await isAtLeast(30, 20)).toBe(true);
  expect(await isAtLeast(40, 20)).toBe(true);
  expect(await isAtLeast(41, 20)).toBe(false);
  expect(await isAtLeast(40, 21)).toBe(false);
});
