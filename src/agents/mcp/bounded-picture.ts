import sharp from 'sharp';
import { decoding } from '../../desktop/observation/unreadable-picture.ts';

/** Bytes of a picture in a result: 4.7 MB in base64. Providers take 5 MB, and clients of MCP close at 10 MB a message. */
export const mostPictureBytes = 3_500_000;
const qualities = [90, 75, 60, 40, 20];

/** A picture as a client gets it: the PNG, or if that is too large a JPEG of the same size in pixels. */
export async function boundedPicture(
  png: Uint8Array,
  most = mostPictureBytes,
): Promise<{ bytes: Uint8Array; mimeType: 'image/png' | 'image/jpeg' }> {
  if (png.byteLength <= most) return { bytes: png, mimeType: 'image/png' };
  let bytes: Uint8Array = png;
  for (const quality of qualities) {
    bytes = await decoding(sharp(png).jpeg({ quality }).toBuffer());
    if (bytes.byteLength <= most) break;
  }
  return { bytes, mimeType: 'image/jpeg' };
}
