import type { Shot } from '../api.ts';
import { wholePngSize } from '../files/picture.ts';
import { openRunFile } from '../files/safe-file.ts';
import { ViewerError } from '../viewer-error.ts';

/** Where a picture of a run is served: by its file's name, with what makes the address change when the file does. */
export type ShotAddress = (name: string, stamp: string) => string;

export const runShotAddress =
  (id: string): ShotAddress =>
  (name, stamp) =>
    `/api/run/${id}/file/${encodeURIComponent(name)}?v=${stamp}`;

/**
 * Addresses and sizes of a run's pictures. One that is broken keeps its address, which answers 422 with what is wrong, and the size that
 * screens have; null where there is no such file in the run.
 */
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
  // Pictures lie in the run's own folder: a name from a JSON file may not lead further.
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
