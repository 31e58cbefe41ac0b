import { MetricFault, readBytes } from 'osharm/evaluators';
import sharp from 'sharp';
import { readBitmap } from './read-bitmap.ts';

/** Pixels are stored as in Pillow: row by row, `bands` bytes each. */
export interface Picture {
  width: number;
  height: number;
  /** Pillow's mode. For `P` (a palette), the pixels are colours instead of palette indices. */
  mode: 'L' | 'LA' | 'RGB' | 'RGBA' | 'P' | 'HSV';
  bands: number;
  pixels: Uint8Array;
  /** True for an alpha band, a transparent palette entry or a colour key. */
  hasTransparency: boolean;
}

const pixelLimit = 100_000_000;

export async function openPicture(path: unknown): Promise<Picture> {
  const picture = await decodePicture(await readBytes(path));
  if (picture === null) throw new MetricFault('A file is not a picture.', 'result', { path: path as string });
  return picture;
}

export async function decodePicture(content: Uint8Array): Promise<Picture | null> {
  const bitmap = readBitmap(content);
  if (bitmap !== null) return { ...bitmap, mode: 'RGB', bands: 3, hasTransparency: false };
  try {
    // Pillow ignores colour profiles.
    const image = sharp(content, { limitInputPixels: pixelLimit, ignoreIcc: true });
    const { format, space, channels, hasAlpha } = await image.metadata();
    const isGrey = space === 'b-w' || space === 'grey16';
    const plain = isGrey ? image.toColourspace('b-w') : image.toColourspace('srgb');
    const { data, info } = await plain.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    const isPalette = (format === 'png' && content[25] === 3) || format === 'gif';
    const mode = isPalette ? 'P' : modeOf(isGrey, hasAlpha === true, channels ?? 3);
    const bands = info.channels;
    return { width: info.width, height: info.height, mode, bands, pixels: data, hasTransparency: bands % 2 === 0 };
  } catch {
    return null;
  }
}

function modeOf(isGrey: boolean, hasAlpha: boolean, channels: number): Picture['mode'] {
  if (isGrey || channels < 3) return hasAlpha ? 'LA' : 'L';
  return hasAlpha ? 'RGBA' : 'RGB';
}

export function band(picture: Picture, index: number): Picture {
  const { width, height, bands, pixels } = picture;
  const bytes = new Uint8Array(width * height);
  for (let at = 0; at < bytes.length; at++) bytes[at] = pixels[at * bands + index] as number;
  return { width, height, mode: 'L', bands: 1, pixels: bytes, hasTransparency: false };
}

/** Pillow's `convert('RGB')`: transparency is dropped, not blended. */
export function toRgb(picture: Picture): Picture {
  const { width, height, bands, pixels } = picture;
  if (bands === 3) return { ...picture, mode: 'RGB' };
  const bytes = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++)
    for (let part = 0; part < 3; part++) bytes[at * 3 + part] = pixels[at * bands + (bands < 3 ? 0 : part)] as number;
  return { width, height, mode: 'RGB', bands: 3, pixels: bytes, hasTransparency: false };
}

/** Pillow's `convert('L')`. */
export function toGrey(picture: Picture): Picture {
  const { width, height, bands, pixels } = picture;
  if (bands === 1) return { ...picture, mode: 'L' };
  const bytes = new Uint8Array(width * height);
  for (let at = 0; at < bytes.length; at++) {
    const first = pixels[at * bands] as number;
    if (bands < 3) {
      bytes[at] = first;
      continue;
    }
    const [green, blue] = [pixels[at * bands + 1] as number, pixels[at * bands + 2] as number];
    bytes[at] = (first * 19595 + green * 38470 + blue * 7471 + 0x8000) >> 16;
  }
  return { width, height, mode: 'L', bands: 1, pixels: bytes, hasTransparency: false };
}

/** Pillow's `convert('HSV')`: 0 … 255 per channel, truncated instead of rounded. */
export function toHsv(picture: Picture): Picture {
  const { width, height, pixels } = toRgb(picture);
  const bytes = new Uint8Array(pixels.length);
  for (let at = 0; at < pixels.length; at += 3) {
    const [red, green, blue] = [pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number];
    const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
    bytes[at + 2] = most;
    if (most === least) continue;
    const range = most - least;
    const [r, g, b] = [red, green, blue].map((part) => Math.fround((most - part) / range)) as [number, number, number];
    const turn = red === most ? b - g : green === most ? 2 + r - b : 4 + g - r;
    const hue = Math.fround((Math.fround(turn) / 6 + 1) % 1);
    bytes[at] = Math.trunc(hue * 255);
    bytes[at + 1] = Math.trunc(Math.fround(range / most) * 255);
  }
  return { width, height, mode: 'HSV', bands: 3, pixels: bytes, hasTransparency: false };
}

export function mean(values: Uint8Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Bounding box of the pixels that aren't fully transparent, right and bottom exclusive. Null if there are none. */
export function visibleBox(picture: Picture): [number, number, number, number] | null {
  const { width, height, bands, pixels } = picture;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (pixels[(y * width + x) * bands + bands - 1] === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  return right === 0 ? null : [left, top, right, bottom];
}

/** Right and bottom are exclusive; the box must lie within the picture. */
export function crop(picture: Picture, [left, top, right, bottom]: [number, number, number, number]): Picture {
  const { width, bands, pixels } = picture;
  const bytes = new Uint8Array((right - left) * (bottom - top) * bands);
  for (let y = top; y < bottom; y++)
    bytes.set(
      pixels.subarray((y * width + left) * bands, (y * width + right) * bands),
      (y - top) * (right - left) * bands,
    );
  return { ...picture, width: right - left, height: bottom - top, pixels: bytes };
}

export function mirrored(picture: Picture): Picture {
  const { width, height, bands, pixels } = picture;
  const bytes = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let part = 0; part < bands; part++)
        bytes[(y * width + x) * bands + part] = pixels[(y * width + width - 1 - x) * bands + part] as number;
  return { ...picture, pixels: bytes };
}
