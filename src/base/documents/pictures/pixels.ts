import { OverReadingLimit } from '../over-reading-limit.ts';

/** An RGB picture: three bytes per pixel, row by row, with transparency flattened onto white. */
export interface RgbPicture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

const pixelLimit = 40_000_000;

/**
 * Decodes a picture (PNG, JPEG, GIF, WebP, TIFF, SVG). Null if the content is not a picture. Throws OverReadingLimit
 * above 40 million pixels.
 */
export async function readPixels(content: Uint8Array): Promise<RgbPicture | null> {
  // Imported on first use: most processes read no picture.
  const { default: sharp } = await import('sharp');
  try {
    const { data, info } = await sharp(content, { limitInputPixels: pixelLimit })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) return null;
    return { width: info.width, height: info.height, pixels: data };
  } catch (error) {
    if (/exceeds pixel limit/i.test(String(error)))
      throw new OverReadingLimit(`It has more than ${pixelLimit / 1e6} million pixels.`);
    return null;
  }
}

/** True if the pixel has this colour. Negative coordinates count from the right and bottom. False outside. */
export function isColourAt(picture: RgbPicture, x: number, y: number, colour: string, tolerance: number): boolean {
  const [column, row] = [x < 0 ? picture.width + x : x, y < 0 ? picture.height + y : y];
  if (column < 0 || column >= picture.width || row < 0 || row >= picture.height) return false;
  const at = (row * picture.width + column) * 3;
  return countColour({ width: 1, height: 1, pixels: picture.pixels.subarray(at, at + 3) }, colour, tolerance) === 1;
}

/** Counts the pixels of this colour (`#e8c21a`), with `tolerance` (of 255) per channel. */
export function countColour({ pixels }: RgbPicture, colour: string, tolerance: number): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  let count = 0;
  for (let at = 0; at < pixels.length; at += 3) {
    if (
      Math.abs((pixels[at] as number) - red) <= tolerance &&
      Math.abs((pixels[at + 1] as number) - green) <= tolerance &&
      Math.abs((pixels[at + 2] as number) - blue) <= tolerance
    )
      count += 1;
  }
  return count;
}
