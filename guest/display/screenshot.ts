import type { Cursor } from 'x11';
import { reply, type XConnection } from './connection.ts';
import { PngEncoder } from './png.ts';

function asWords(data: Buffer): Uint32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : Buffer.from(Uint8Array.from(data).buffer);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2);
}

/** `cursor`: premultiplied ARGB. */
export function drawCursor(pixels: Uint32Array, width: number, height: number, cursor: Cursor): void {
  const left = cursor.x - cursor.xhot;
  const top = cursor.y - cursor.yhot;
  for (let y = Math.max(0, -top); y < cursor.height && top + y < height; y++) {
    for (let x = Math.max(0, -left); x < cursor.width && left + x < width; x++) {
      const source = cursor.cursorImage.readUInt32LE((y * cursor.width + x) * 4);
      const alpha = source >>> 24;
      if (alpha === 0) continue;
      const at = (top + y) * width + left + x;
      const below = pixels[at] as number;
      const rest = 255 - alpha;
      const mix = (shift: number) =>
        Math.min(255, ((source >>> shift) & 255) + Math.round((((below >>> shift) & 255) * rest) / 255)) << shift;
      pixels[at] = mix(16) | mix(8) | mix(0);
    }
  }
}

/** Concurrent calls share one screenshot until it starts to read pixels. */
export function createScreenshots(x: XConnection): () => Promise<Buffer> {
  const encoder = new PngEncoder();
  let waiting: Promise<Buffer> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function take(): Promise<Buffer> {
    await last.catch(() => {});
    waiting = null; // pixels are read from here on, so later callers need a new screenshot
    const { width, height } = x;
    const [image, cursor] = await Promise.all([
      reply<{ data: Buffer }>((done) => x.client.GetImage(2, x.root, 0, 0, width, height, 0xffffffff, done)),
      reply<Cursor>((done) => x.fixes.GetCursorImage(done)),
    ]);
    const pixels = asWords(image.data);
    drawCursor(pixels, width, height, cursor);
    return encoder.encode(pixels, width, height);
  }

  return () => {
    if (!waiting) {
      waiting = take();
      last = waiting;
    }
    return waiting;
  };
}
