import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const deflateRawAsync = promisify(deflateRaw);
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** zlib header: deflate, 32 KB window, fastest. */
const zlibHead = Buffer.from([0x78, 0x01]);
/** An empty final block, which ends a deflate stream on a byte boundary. */
const deflateEnd = Buffer.from([0x03, 0x00]);
const filterUp = 2;
const adlerModulus = 65_521;
/** Rows compressed together. Fewer rows mean less work for a small change but a larger file. */
const stripeRows = 30;

/** A full flush ends each stripe, so that it can be reused in any picture. */
interface Stripe {
  deflated: Buffer;
  /** The two sums of Adler-32 over the filtered rows. */
  sums: readonly [number, number];
  bytes: number;
}

/**
 * Encodes `0x00RRGGBB` pixels as 8-bit RGB PNGs, off the main thread. It favours speed over size and reuses stripes
 * that did not change.
 */
export class PngEncoder {
  #width = 0;
  #height = 0;
  #before: Uint32Array | null = null;
  #stripes: Stripe[] = [];

  /** Await each call. `pixels` must not change until the next one. */
  async encode(pixels: Uint32Array, width: number, height: number): Promise<Buffer> {
    if (pixels.length !== width * height) throw new Error(`${pixels.length} pixels are no ${width}×${height} picture`);
    const before = width === this.#width && height === this.#height ? this.#before : null;
    // If encoding fails, don't keep stripes of two pictures.
    this.#before = null;
    [this.#width, this.#height] = [width, height];
    const starts = Array.from({ length: Math.ceil(this.#height / stripeRows) }, (_, index) => index * stripeRows);
    this.#stripes = await Promise.all(
      starts.map((from, index) => {
        const known = this.#stripes[index];
        return before !== null && known !== undefined && this.#isSame(before, pixels, from)
          ? known
          : this.#compress(pixels, from);
      }),
    );
    this.#before = pixels;
    return this.#picture();
  }

  #end(from: number): number {
    return Math.min(from + stripeRows, this.#height);
  }

  /** Also compares the row above, because the first row is encoded relative to it. */
  #isSame(before: Uint32Array, now: Uint32Array, from: number): boolean {
    const [start, end] = [Math.max(0, from - 1) * this.#width, this.#end(from) * this.#width];
    const bytes = (pixels: Uint32Array): Buffer =>
      Buffer.from(pixels.buffer, pixels.byteOffset + start * 4, (end - start) * 4);
    return bytes(before).equals(bytes(now));
  }

  async #compress(pixels: Uint32Array, from: number): Promise<Stripe> {
    const { rows, sums } = filtered(pixels, this.#width, from, this.#end(from));
    const deflated = await deflateRawAsync(rows, {
      level: constants.Z_BEST_SPEED,
      finishFlush: constants.Z_FULL_FLUSH,
      chunkSize: 1 << 18,
    });
    return { deflated, sums, bytes: rows.length };
  }

  #picture(): Buffer {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.#width, 0);
    header.writeUInt32BE(this.#height, 4);
    header[8] = 8; // bits per channel
    header[9] = 2; // RGB
    const adler = Buffer.alloc(4);
    adler.writeUInt32BE(adlerOf(this.#stripes));
    const data = [zlibHead, ...this.#stripes.map(({ deflated }) => deflated), deflateEnd, adler];
    return Buffer.concat([signature, chunk('IHDR', [header]), chunk('IDAT', data), chunk('IEND', [])]);
  }
}

function filtered(
  pixels: Uint32Array,
  width: number,
  from: number,
  end: number,
): { rows: Buffer; sums: readonly [number, number] } {
  const rows = Buffer.allocUnsafe((width * 3 + 1) * (end - from));
  let out = 0;
  let index = from * width;
  let [first, second] = [1, 0];
  for (let y = from; y < end; y++) {
    rows[out++] = filterUp;
    first += filterUp;
    second += first;
    for (let x = 0; x < width; x++, index++, out += 3) {
      const pixel = pixels[index] as number;
      const above = y === 0 ? 0 : (pixels[index - width] as number);
      if (pixel === above) {
        rows[out] = 0;
        rows[out + 1] = 0;
        rows[out + 2] = 0;
        second += 3 * first;
      } else {
        const red = ((pixel >>> 16) - (above >>> 16)) & 255;
        const green = ((pixel >>> 8) - (above >>> 8)) & 255;
        const blue = (pixel - above) & 255;
        rows[out] = red;
        rows[out + 1] = green;
        rows[out + 2] = blue;
        second += 3 * first + 3 * red + 2 * green + blue;
        first += red + green + blue;
      }
    }
    // No overflow: a row adds about 10^10.
    first %= adlerModulus;
    second %= adlerModulus;
  }
  return { rows, sums: [first, second] };
}

function adlerOf(stripes: readonly Stripe[]): number {
  let [first, second] = [1, 0];
  for (const { sums, bytes } of stripes) {
    second = (second + sums[1] + bytes * (first - 1 + adlerModulus)) % adlerModulus;
    first = (first + sums[0] - 1 + adlerModulus) % adlerModulus;
  }
  return second * 65_536 + first;
}

function chunk(type: string, parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const out = Buffer.allocUnsafe(12 + length);
  out.writeUInt32BE(length, 0);
  out.write(type, 4, 'latin1');
  let at = 8;
  for (const part of parts) at += part.copy(out, at);
  out.writeUInt32BE(crc32(out.subarray(4, at)), at);
  return out;
}
