import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fallback, isSystemError } from '../../base/expected-errors.ts';
import { cacheFolder } from '../client/cache-folder.ts';
import { type Addition, readAddition } from './addition.ts';
import { type BuildOptions, buildImage } from './build-image.ts';
import { takeBuildLock } from './build-lock.ts';
import { extendedImageId, extendImage } from './extend-image.ts';
import { chosenImageId, unknownImage } from './find-image.ts';
import { type Image, readImage } from './image.ts';
import { moveImage, needsMove, removeReplaced, replacedTrees } from './move-range.ts';
import { removeTree } from './owned-folder.ts';
import type { BuildProgress, OnProgress } from './progress.ts';
import { type Recipe, readRecipe } from './recipe.ts';

export interface EnsureOptions {
  /** Folders to add to the image of the recipe, see `readAddition`. */
  additions?: readonly string[];
  onProgress?: OnProgress;
  signal?: AbortSignal | undefined;
}

/**
 * Returns the image of this checkout's recipe with the additions, or the image that `OSHARM_IMAGE` names. A missing image
 * is built, which takes minutes. Only one process builds it, and waiting processes report its progress. After an abort,
 * finished layers are kept. Throws EnvironmentError, and UsageError if an addition is invalid.
 */
export async function ensureImage(options: EnsureOptions = {}): Promise<Image> {
  const additions = await Promise.all((options.additions ?? []).map(readAddition));
  const recipe = await readRecipe();
  if (additions.length > 0) return ensureExtended(recipe, additions, options);
  const chosen = chosenImageId();
  if (chosen === null) return ensureBase(recipe, options);
  const image = await readImage(chosen);
  if (image === null) throw unknownImage(chosen);
  return ensureRange(image, options);
}

async function ensureExtended(recipe: Recipe, additions: Addition[], options: EnsureOptions): Promise<Image> {
  const id = extendedImageId(recipe, additions);
  const built = await readImage(id);
  if (built !== null) return ensureRange(built, options);
  const share = (await readImage(recipe.id)) === null ? shareOfBase : 0;
  const base = await ensureBase(recipe, { ...options, onProgress: partOf(options.onProgress, 0, share) });
  const rest = { ...options, onProgress: partOf(options.onProgress, share, 100) };
  return buildOnce(id, rest, (building) => extendImage(base, recipe, additions, building));
}

/** Percent of the duration of a build with additions. */
const shareOfBase = 70;

const partOf =
  (onProgress: OnProgress | undefined, from: number, to: number): OnProgress =>
  (progress) =>
    onProgress?.({ ...progress, percent: Math.round(from + ((to - from) * progress.percent) / 100) });

async function ensureBase(recipe: Recipe, options: EnsureOptions): Promise<Image> {
  const built = await readImage(recipe.id);
  if (built !== null) return ensureRange(built, options);
  return buildOnce(recipe.id, options, (building) => buildImage(recipe, building));
}

async function buildOnce(
  id: string,
  { onProgress = () => undefined, signal }: EnsureOptions,
  build: (options: BuildOptions) => Promise<Image>,
): Promise<Image> {
  const cache = cacheFolder();
  const lock = await takeBuildLock(cache, { onProgress, signal });
  try {
    const builtMeanwhile = await readImage(id);
    if (builtMeanwhile !== null) return builtMeanwhile;
    for (const left of await readdir(join(cache, 'building')).catch(fallback([], isSystemError)))
      await removeTree(join(cache, 'building', left));
    const report = (progress: BuildProgress) => {
      lock.report(progress);
      onProgress(progress);
    };
    return await build({ onProgress: report, signal });
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
