import sharp from 'sharp';
import type { PictureSize } from '../desktop/client/desktop.ts';
import { decoding } from '../desktop/observation/unreadable-picture.ts';

/**
 * A screenshot made smaller so that neither side is longer than `maximumSide` (null: left as it is). `scale` is what a coordinate in
 * the picture is multiplied with to be one on the screen, exact for each axis; `size` is the picture's, null where it is the screen's.
 */
export async function shrinkScreenshot(
  png: Uint8Array,
  maximumSide: number | null,
): Promise<{ png: Uint8Array; scale: { x: number; y: number }; size: PictureSize | null }> {
  if (maximumSide === null) return { png, scale: { x: 1, y: 1 }, size: null };
  const { width, height } = await decoding(sharp(png).metadata());
  const ratio = Math.min(1, maximumSide / Math.max(width, height));
  if (ratio === 1) return { png, scale: { x: 1, y: 1 }, size: null };
  const small = { width: Math.max(1, Math.round(width * ratio)), height: Math.max(1, Math.round(height * ratio)) };
  const shrunk = await decoding(
    sharp(png)
      .resize({ ...small, fit: 'fill' })
      .png({ compressionLevel: 3, adaptiveFiltering: false })
      .toBuffer(),
  );
  return { png: shrunk, scale: { x: width / small.width, y: height / small.height }, size: small };
}

/** A coordinate of the picture as one of the screen: the middle of the picture's pixel, on a whole pixel of the screen. */
export function toScreen(value: number, scale: number): number {
  return scale === 1 ? Math.round(value) : Math.floor((value + 0.5) * scale);
}
