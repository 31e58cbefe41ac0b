import { promisify } from 'node:util';
import { constants, crc32, deflate } from 'node:zlib';

const deflateAsync = promisify(deflate);
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, body: Buffer): Buffer {
  const out = Buffer.allocUnsafe(12 + body.length);
  out.writeUInt32BE(body.length, 0);
  out.write(type, 4, 'latin1');
  body.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + body.length)), 8 + body.length);
  return out;
}

const filterUp = 2;

/**
 * Encodes an X server's 32-bit pixels (`0x00RRGGBB`, no row padding) as an 8-bit RGB PNG. Fast rather than small: each row
 * as its difference to the one above, lightest compression; the compression runs off the main thread.
 */
export async function encodePng(pixels: Uint32Array, width: number, height: number): Promise<Buffer> {
  const rows = Buffer.allocUnsafe((width * 3 + 1) * height);
  let out = 0;
  let index = 0;
  for (let y = 0; y < height; y++) {
    rows[out++] = filterUp;
    for (let x = 0; x < width; x++, index++, out += 3) {
      const pixel = pixels[index] as number;
      const above = y === 0 ? 0 : (pixels[index - width] as number);
      if (pixel === above) {
        rows[out] = 0;
        rows[out + 1] = 0;
        rows[out + 2] = 0;
      } else {
        rows[out] = (pixel >>> 16) - (above >>> 16);
        rows[out + 1] = (pixel >>> 8) - (above >>> 8);
        rows[out + 2] = pixel - above;
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8; // bits a channel
  header[9] = 2; // RGB
  const data = await deflateAsync(rows, { level: constants.Z_BEST_SPEED, chunkSize: 1 << 20 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}
