import type { Shot } from '../api.ts';
import { wholePngSize } from '../files/picture.ts';
import { openRunFile } from '../files/safe-file.ts';
import { ViewerError } from '../viewer-error.ts';

/** `stamp` changes with the file. */
export type ShotAddress = (name: string, stamp: string) => string;

export const runShotAddress =
  (id: string): ShotAddress =>
  (name, stamp) =>
    `/api/run/${id}/file/${encodeURIComponent(name)}?v=${stamp}`;

/** A broken picture has the usual screen size, and its URL answers 422. Missing files are skipped. */
export async function shotsOf(
  place: { root: string; directory: string },
  names: readonly (string | null)[],
  address: ShotAddress,
): Promise<Map<string, Shot>> {
  const wanted = [...new Set(names.filter((name) => name !== null))];
  const shots = await Promise.all(wanted.map(async (name) => [name, await shotOf(place, name, address)] as const));
  return new Map(shots.filter((pair): pair is [string, Shot] => pair[1] !== null));
}

const usual = { width: 1920, height: 1080 };

async function shotOf(
  { root, directory }: { root: string; directory: string },
  name: string,
  address: ShotAddress,
): Promise<Shot | null> {
  // Pictures are directly in the run's folder. A name from a JSON file must not point elsewhere.
  if (name.includes('/')) return null;
  try {
    const { file, bytes, stamp } = await openRunFile(root, directory, name);
    try {
      const size = await wholePngSize(file, bytes).catch(() => usual);
      const full = address(name, stamp);
      return { full, thumbnail: `${full}&width=480`, ...size };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof ViewerError) return null;
    throw error;
  }
}
