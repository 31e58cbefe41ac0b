import sharp from 'sharp';
import { changedBox, compared } from '../../report/changed-box.ts';
import type { Region } from '../api/overview.ts';
import { openRunFile, readPart } from './safe-file.ts';

const mostBytes = 40_000_000;

/** Null if nothing or most of the screen changed, or if a screenshot can't be read. */
export async function changedRegion(
  place: { root: string; directory: string },
  before: string,
  after: string,
): Promise<Region | null> {
  if (before === after) return null;
  const [a, b] = await Promise.all([grey(place, before), grey(place, after)]);
  return a === null || b === null ? null : changedBox(a, b);
}

async function grey({ root, directory }: { root: string; directory: string }, name: string): Promise<Buffer | null> {
  try {
    const { file, bytes } = await openRunFile(root, directory, name);
    try {
      if (bytes > mostBytes) return null;
      return await sharp(await readPart(file, 0, bytes), { limitInputPixels: 50_000_000 })
        .resize(compared.width, compared.height, { fit: 'fill', kernel: 'nearest' })
        .greyscale()
        .raw()
        .toBuffer();
    } finally {
      await file.close();
    }
  } catch {
    // The page reports missing or broken pictures.
    return null;
  }
}
