import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fallback, isSystemError } from '../../base/expected-errors.ts';
import { cacheFolder } from '../client/cache-folder.ts';
import { buildImage } from './build-image.ts';
import { takeBuildLock } from './build-lock.ts';
import { type Image, readImage } from './image.ts';
import { moveImage, needsMove, removeReplaced, replacedTrees } from './move-range.ts';
import { removeTree } from './owned-folder.ts';
import type { BuildProgress, OnProgress } from './progress.ts';
import { readRecipe } from './recipe.ts';

export interface EnsureOptions {
  onProgress?: OnProgress;
  signal?: AbortSignal | undefined;
}

/**
 * Returns the image of this checkout's recipe. A missing image is built, which takes minutes. Only one process builds
 * it, and waiting processes report its progress. After an abort, finished layers are kept. Throws EnvironmentError.
 */
export async function ensureImage(options: EnsureOptions = {}): Promise<Image> {
  const recipe = await readRecipe();
  const built = await readImage(recipe.id);
  if (built !== null) return ensureRange(built, options);
  const onProgress = options.onProgress ?? (() => undefined);
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  const cache = cacheFolder();
  const lock = await takeBuildLock(cache, { onProgress, ...signal });
  try {
    const builtMeanwhile = await readImage(recipe.id);
    if (builtMeanwhile !== null) return builtMeanwhile;
    for (const left of await readdir(join(cache, 'building')).catch(fallback([], isSystemError)))
      await removeTree(join(cache, 'building', left));
    const report = (progress: BuildProgress) => {
      lock.report(progress);
      onProgress(progress);
    };
    return await buildImage(recipe, { onProgress: report, ...signal });
  } finally {
    await lock.release();
  }
}

/** Moves the image to ids that this account may use if its range was reassigned. Throws EnvironmentError. */
export async function ensureRange(image: Image, options: EnsureOptions = {}): Promise<Image> {
  const cache = cacheFolder();
  if (!(await needsMove(cache, image)) && (await replacedTrees(cache, image)).length === 0) return image;
  const onProgress = options.onProgress ?? (() => undefined);
  const lock = await takeBuildLock(cache, { onProgress, signal: options.signal });
  try {
    if (await needsMove(cache, image))
      onProgress({ phase: 'move', percent: 0, message: 'giving its files to other ids' });
    await moveImage(cache, image);
    const moved = await readImage(image.id);
    if (moved === null) throw new Error(`The image ${image.id} was moved but can't be read.`);
    await removeReplaced(cache, moved);
    return moved;
  } finally {
    await lock.release();
  }
}
