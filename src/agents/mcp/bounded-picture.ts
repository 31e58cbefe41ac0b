import sharp from 'sharp';
import { decoding } from '../../desktop/observation/unreadable-picture.ts';

/** 4.7 MB in base64. Providers accept 5 MB, and MCP clients close the connection at 10 MB per message. */
export const mostPictureBytes = 3_500_000;
const qualities = [90, 75, 60, 40, 20];

/** Returns the PNG, or a JPEG with the same dimensions if the PNG is too large. */
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
