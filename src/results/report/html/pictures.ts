import { readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { changedBox, greyPixels, type PictureBox } from '../changed-box.ts';

/** `across` and `down` are the minimum width and height of a close-up, in fractions of the screen. */
const limits = { width: 720, bytes: 30_000_000, across: 0.42, down: 0.3 };

/** A picture as a data URI, or the reason why it is missing. */
export interface ShownPicture {
  picture: string | null;
  fault: string | null;
}

/** Rejects names and links that point outside the run. */
export async function pictureOf(directory: string, name: string | null): Promise<ShownPicture> {
  if (name === null) return { picture: null, fault: null };
  const read = await bytesOf(directory, name);
  if ('fault' in read) return { picture: null, fault: read.fault };
  return encoded(() => whole(read.bytes));
}

/** The region that a step changed, cropped from the screen after it. The whole screen if no region stands out. */
export async function closeUpOf(directory: string, before: string | null, after: string | null): Promise<ShownPicture> {
  const shown = after ?? before;
  if (shown === null) return { picture: null, fault: null };
  const read = await bytesOf(directory, shown);
  if ('fault' in read) return { picture: null, fault: read.fault };
  const first = before === null || before === shown ? null : await bytesOf(directory, before);
  return encoded(async () => {
    const box = first === null || 'fault' in first ? null : await boxOf(first.bytes, read.bytes);
    return box === null ? whole(read.bytes) : part(read.bytes, box);
  });
}

async function encoded(draw: () => Promise<Buffer>): Promise<ShownPicture> {
  try {
    return { picture: `data:image/webp;base64,${(await draw()).toString('base64')}`, fault: null };
  } catch {
    return { picture: null, fault: 'can’t be read as a picture' };
  }
}

const open = (bytes: Buffer) => sharp(bytes, { limitInputPixels: 1e8 });
const small = (picture: Sharp): Promise<Buffer> =>
  picture.resize({ width: limits.width, withoutEnlargement: true }).webp({ quality: 62 }).toBuffer();
const whole = (bytes: Buffer): Promise<Buffer> => small(open(bytes));

/** Crops the box with a margin, at least 0.8 times as wide as high (in fractions of the screen). */
async function part(bytes: Buffer, box: PictureBox): Promise<Buffer> {
  const { width = 0, height = 0 } = await open(bytes).metadata();
  const down = Math.min(1, Math.max(limits.down, box.height * 1.25));
  const across = Math.min(1, Math.max(limits.across, box.width * 1.25, down * 0.8));
  const start = (from: number, length: number, share: number): number =>
    Math.min(1 - share, Math.max(0, from + length / 2 - share / 2));
  return small(
    open(bytes).extract({
      left: Math.floor(start(box.x, box.width, across) * width),
      top: Math.floor(start(box.y, box.height, down) * height),
      width: Math.floor(across * width),
      height: Math.floor(down * height),
    }),
  );
}

async function boxOf(before: Buffer, after: Buffer): Promise<PictureBox | null> {
  const [a, b] = await Promise.all([before, after].map((bytes) => greyPixels(open(bytes)).catch(() => null)));
  return a == null || b == null ? null : changedBox(a, b);
}

async function bytesOf(directory: string, name: string): Promise<{ bytes: Buffer } | { fault: string }> {
  try {
    const [folder, file] = await Promise.all([realpath(directory), realpath(join(directory, name))]);
    const inside = relative(folder, file);
    if (inside.startsWith('..') || inside.includes(sep)) return { fault: 'points out of the run' };
    // Reading a pipe would block until something writes to it.
    const about = await stat(file);
    if (!about.isFile()) return { fault: 'is not a file' };
    if (about.size > limits.bytes) return { fault: 'is too large' };
    return { bytes: await readFile(file) };
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { fault: isMissing ? 'is missing' : 'can’t be read as a picture' };
  }
}
