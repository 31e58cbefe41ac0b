import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../desktop/cache-folder.ts';
import { UsageError } from '../errors.ts';
import { takeBuildLock } from './build-lock.ts';
import { listImages } from './find-image.ts';
import { imagesFolder } from './image.ts';
import { removeTree } from './owned-folder.ts';
import { readRecipe } from './recipe.ts';

/** Removes one image. Throws UsageError `image-unknown` where there is none of that id. */
export async function removeImage(id: string): Promise<void> {
  const isPlain = /^[\w.-]+$/.test(id) && !id.startsWith('.');
  if (!isPlain || !(await isFolder(join(imagesFolder(), id)))) {
    throw new UsageError(`There is no image ${id}.`, {
      code: 'image-unknown',
      hint: 'osharm image list shows those there are.',
    });
  }
  await underLock(async (cache) => {
    // Out of sight first, so that nobody finds half an image.
    const doomed = join(cache, 'building', `removed-${id}`);
    await mkdir(join(cache, 'building'), { recursive: true });
    await removeTree(doomed);
    await rename(join(imagesFolder(), id), doomed);
    await removeTree(doomed);
  });
}

/** Removes every image but this checkout's, and the layers that it isn't made of. Returns what was removed. */
export async function removeUnused(): Promise<string[]> {
  const recipe = await readRecipe();
  const removed: string[] = [];
  for (const { id } of await listImages()) {
    if (id === recipe.id) continue;
    await removeImage(id);
    removed.push(`images/${id}`);
  }
  await underLock(async (cache) => {
    const used = [`packages-${recipe.packagesLayer}`, `code-${recipe.codeLayer}`];
    for (const layer of await readdir(join(cache, 'layers')).catch(() => [])) {
      if (used.includes(layer)) continue;
      await removeTree(join(cache, 'layers', layer));
      removed.push(`layers/${layer}`);
    }
  });
  return removed;
}

async function underLock(action: (cache: string) => Promise<void>): Promise<void> {
  const cache = cacheFolder();
  const lock = await takeBuildLock(cache, { onProgress: () => undefined });
  try {
    await action(cache);
  } finally {
    await lock.release();
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
}
