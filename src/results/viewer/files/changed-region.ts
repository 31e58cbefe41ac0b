import sharp from 'sharp';
import { keepNewest } from '../../../base/keep-newest.ts';
import { changedBox, greyPixels } from '../../report/changed-box.ts';
import type { Region } from '../api/overview.ts';
import { openRunFile, readPart } from './safe-file.ts';

const mostBytes = 40_000_000;
const mostKept = 5000;
/** By the stamps of both files. */
const kept = new Map<string, Promise<Region | null>>();

/** Null if nothing or most of the screen changed, or if a screenshot can't be read. */
export async function changedRegion(
  place: { root: string; directory: string },
  before: string,
  after: string,
): Promise<Region | null> {
  if (before === after) return null;
  const [a, b] = await Promise.all([before, after].map((name) => stampOf(place, name)));
  if (a == null || b == null) return null;
  const key = `${a} ${b}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const region = regionOf(place, before, after);
  kept.set(key, region);
  keepNewest(kept, mostKept);
  return region;
}

async function regionOf(
  place: { root: string; directory: string },
  before: string,
  after: string,
): Promise<Region | null> {
  const [a, b] = await Promise.all([grey(place, before), grey(place, after)]);
  return a === null || b === null ? null : changedBox(a, b);
}

async function stampOf({ root, directory }: { root: string; directory: string }, name: string): Promise<string | null> {
  try {
    const { file, stamp } = await openRunFile(root, directory, name);
    await file.close();
    return stamp;
  } catch {
    // The page reports missing or broken pictures.
    return null;
  }
}

async function grey({ root, directory }: { root: string; directory: string }, name: string): Promise<Buffer | null> {
  try {
    const { file, bytes } = await openRunFile(root, directory, name);
    try {
      if (bytes > mostBytes) return null;
      return await greyPixels(sharp(await readPart(file, 0, bytes), { limitInputPixels: 50_000_000 }));
    } finally {
      await file.close();
    }
  } catch {
    // The page reports missing or broken pictures.
    return null;
  }
}
