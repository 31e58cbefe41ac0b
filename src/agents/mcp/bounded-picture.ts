import sharp from 'sharp';
import { decoding } from '../../desktop/observation/unreadable-picture.ts';

/** 0.87 MB in base64: with the text of a result at most 1 MB, the limit of MCP clients such as Claude Desktop. */
export const mostPictureBytes = 650_000;
const qualities = [90, 75, 60, 40, 20, 10, 5];

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
