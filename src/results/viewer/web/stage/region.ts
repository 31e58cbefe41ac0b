import type { Region } from '../../api/overview.ts';

/** A wide region of less than this height counts as a line of text, and only its start is shown. */
const lineHeight = 0.1;
const screen: Region = { x: 0, y: 0, width: 1, height: 1 };

/** Null without regions. */
export function around(regions: readonly Region[]): Region | null {
  if (regions.length === 0) return null;
  const left = Math.min(...regions.map((region) => region.x));
  const top = Math.min(...regions.map((region) => region.y));
  const right = Math.max(...regions.map((region) => region.x + region.width));
  const bottom = Math.max(...regions.map((region) => region.y + region.height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Smallest fraction of the picture to show, and the fraction for the start of a long line of text. */
export interface Closeness {
  least: number;
  line: number;
}

/** Keeps the picture's aspect ratio and bounds. */
export function shownPart(region: Region | null, closeness: Closeness): Region {
  const { least, line } = closeness;
  if (region === null) return screen;
  if (region.width > 1.1 * line && region.height < lineHeight)
    return shownPart({ ...region, width: line / 1.25 }, closeness);
  const size = Math.min(1, Math.max(least, region.width * 1.25, region.height * 1.25));
  if (size > 0.92) return screen;
  const place = (at: number, length: number): number => Math.min(1 - size, Math.max(0, at + length / 2 - size / 2));
  return { x: place(region.x, region.width), y: place(region.y, region.height), width: size, height: size };
}
