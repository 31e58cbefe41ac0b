import type { PictureSize } from '../desktop/client/desktop.ts';
import { decoding } from '../desktop/observation/unreadable-picture.ts';

/**
 * Shrinks a screenshot so that no side exceeds `maximumSide`; null disables shrinking. `scale` converts the picture's
 * coordinates to the screen's, per axis. `size` is null if the picture has the screen's size.
 */
export async function shrinkScreenshot(
  png: Uint8Array,
  maximumSide: number | null,
): Promise<{ png: Uint8Array; scale: { x: number; y: number }; size: PictureSize | null }> {
  if (maximumSide === null) return { png, scale: { x: 1, y: 1 }, size: null };
  const { default: sharp } = await import('sharp');
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

/** Converts a coordinate from the picture to the screen, using the centre of the picture's pixel. */
export function toScreen(value: number, scale: number): number {
  return scale === 1 ? Math.round(value) : Math.floor((value + 0.5) * scale);
}
