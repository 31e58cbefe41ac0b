import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { cacheFolder } from '../client/cache-folder.ts';
import { takeBuildLock } from './build-lock.ts';
import { cleanable, cleanCache } from './clean-cache.ts';
import { imagesFolder } from './image.ts';
import { removeTree } from './owned-folder.ts';

/** Throws UsageError `image-unknown` if there is no image with this id. */
export async function removeImage(id: string): Promise<void> {
  const isPlain = /^[\w.-]+$/.test(id) && !id.startsWith('.');
  if (!isPlain || !(await isFolder(join(imagesFolder(), id)))) {
    throw new UsageError(`There is no image ${id}.`, {
      code: 'image-unknown',
      hint: 'osharm setup image list lists the images.',
    });
  }
  await underLock(async (cache) => {
    // Rename first, so that no process sees a half-removed image.
    const doomed = join(cache, 'building', `removed-${id}`);
    await mkdir(join(cache, 'building'), { recursive: true });
    await removeTree(doomed);
    await rename(join(imagesFolder(), id), doomed);
    await removeTree(doomed);
  });
}

export async function removeUnused(): ReturnType<typeof cleanCache> {
  const kinds = ['images', 'layers'];
  return cleanCache((await cleanable([], false)).filter(({ kind }) => kinds.includes(kind)));
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
