import type { FileHandle } from 'node:fs/promises';
import sharp from 'sharp';
import { pngSize } from '../../../base/record/png-size.ts';
import { ViewerError } from '../viewer-error.ts';
import { readPart } from './safe-file.ts';

/** Larger pictures are not decoded: a small file can expand to gigabytes. */
const mostPixels = 50_000_000;
const mostBytes = 40_000_000;

// The viewer already has a bounded cache, and each libvips thread would use additional memory.
sharp.cache(false);
sharp.concurrency(1);

/** Throws ViewerError 422 if the file is not a complete PNG. */
export async function wholePngSize(file: FileHandle, bytes: number): Promise<{ width: number; height: number }> {
  if (bytes === 0) throw new ViewerError(422, 'The picture is empty.');
  const size = checkHead(await readPart(file, 0, 33));
  const end = await readPart(file, Math.max(0, bytes - 12), 12);
  if (end.toString('latin1', 4, 8) !== 'IEND') throw new ViewerError(422, 'The picture is cut off.');
  return size;
}

/** `head` is the first 33 bytes of a PNG. Throws ViewerError 422. */
export function checkHead(head: Buffer): { width: number; height: number } {
  const size = pngSize(head);
  if (size === null) throw new ViewerError(422, 'The picture is not a PNG.');
  const { width, height } = size;
  if (width === 0 || height === 0 || width * height > mostPixels)
    throw new ViewerError(422, `The picture claims ${width} × ${height} pixels, so it is not shown.`);
  return size;
}

/** Returns a WebP. Throws ViewerError 422 if the picture can't be decoded. */
export async function thumbnail(file: FileHandle, bytes: number, width: number): Promise<Buffer> {
  if (bytes > mostBytes)
    throw new ViewerError(422, `The picture has ${Math.round(bytes / 1e6)} MB, so it is not shown.`);
  await wholePngSize(file, bytes);
  return thumbnailOf(await readPart(file, 0, bytes), width);
}

/** Returns a WebP. Throws ViewerError 422 if the picture can't be decoded. */
export async function thumbnailOf(content: Buffer, width: number): Promise<Buffer> {
  checkHead(content.subarray(0, 33));
  try {
    return await sharp(content, { limitInputPixels: mostPixels, failOn: 'error' })
      .resize({ width, withoutEnlargement: true, kernel: 'cubic' })
      .webp({ quality: 72, effort: 2 })
      .toBuffer();
  } catch (error) {
    throw new ViewerError(422, `The picture is damaged: ${(error as Error).message.split('\n')[0]}`);
  }
}
