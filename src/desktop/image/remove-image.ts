import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { cacheFolder } from '../client/cache-folder.ts';
import { takeBuildLock } from './build-lock.ts';
import { cleanable, cleanCache } from './clean-cache.ts';
import { imagesFolder } from './image.ts';
import { removeTree } from './owned-folder.ts';

/** Removes one image. Throws UsageError `image-unknown` where there is none of that id. */
export async function removeImage(id: string): Promise<void> {
  const isPlain = /^[\w.-]+$/.test(id) && !id.startsWith('.');
  if (!isPlain || !(await isFolder(join(imagesFolder(), id)))) {
    throw new UsageError(`There is no image ${id}.`, {
      code: 'image-unknown',
      hint: 'osharm setup image list lists the images.',
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

/** Removes every image but this checkout's, and the layers that it isn't made of. What a process uses stays. */
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
