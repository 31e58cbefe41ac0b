import { type RgbPicture, readPixels } from './pixels.ts';

/** A tile's side in pixels and the tolerated difference of means (of 255), far above compression artefacts. */
const tile = { side: 16, tolerance: 20 };

/** True if two files show the same picture at the same size, in any format. Null if one is not a picture. */
export async function looksLike(bytes: Uint8Array, other: Uint8Array): Promise<boolean | null> {
  const [a, b] = await Promise.all([readPixels(bytes), readPixels(other)]);
  if (a === null || b === null) return null;
  if (a.width !== b.width || a.height !== b.height) return false;
  for (let top = 0; top < a.height; top += tile.side)
    for (let left = 0; left < a.width; left += tile.side)
      for (let part = 0; part < 3; part++)
        if (Math.abs(meanOf(a, left, top, part) - meanOf(b, left, top, part)) > tile.tolerance) return false;
  return true;
}

function meanOf({ width, height, pixels }: RgbPicture, left: number, top: number, part: number): number {
  let [sum, count] = [0, 0];
  for (let y = top; y < Math.min(height, top + tile.side); y++)
    for (let x = left; x < Math.min(width, left + tile.side); x++) {
      sum += pixels[(y * width + x) * 3 + part] as number;
      count += 1;
    }
  return sum / count;
}
