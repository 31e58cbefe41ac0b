import { chmod, copyFile, mkdir, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { handOver, removeTree } from './owned-folder.ts';
import { recipeFolder } from './recipe.ts';

/** Folders of the cache that the sandbox's root must be able to traverse. */
const walked = ['layers', 'images', 'building', 'downloads', 'logs'];

export async function prepareCache(cache: string): Promise<void> {
  await mkdir(cache, { recursive: true, mode: 0o755 });
  await chmod(cache, 0o755);
  for (const name of walked) await mkdir(join(cache, name), { recursive: true, mode: 0o755 });
  const downloads = join(cache, 'downloads', 'apt');
  if (await mkdir(downloads, { recursive: true })) await handOver(downloads);
}

/**
 * Recreates `building/{name}` with folders that belong to the sandbox's root, and a copy of the recipe, because that
 * root may have no access to the original. Returns the path relative to the cache.
 */
export async function openWorkspace(cache: string, name: string): Promise<string> {
  const work = join(cache, 'building', name);
  await removeTree(work);
  await mkdir(work, { mode: 0o755 });
  await copyReadable(recipeFolder, join(work, 'recipe'));
  for (const part of ['rootfs', 'scratch']) {
    await mkdir(join(work, part), { mode: 0o755 });
    await handOver(join(work, part));
  }
  return `building/${name}`;
}

/** Moves `rootfs` and the entries in `keep` to their final place atomically. */
export async function publishWorkspace(cache: string, work: string, place: string, keep: string[] = []): Promise<void> {
  for (const entry of await readdir(join(cache, work))) {
    if (entry !== 'rootfs' && !keep.includes(entry)) await removeTree(join(cache, work, entry));
  }
  await removeTree(join(cache, place));
  await rename(join(cache, work), join(cache, place));
}

/** Makes the copy world-readable, whatever the umask of the checkout. */
export async function copyReadable(from: string, to: string): Promise<void> {
  const info = await stat(from);
  if (info.isDirectory()) {
    await mkdir(to);
    await chmod(to, 0o755);
    for (const entry of await readdir(from)) await copyReadable(join(from, entry), join(to, entry));
  } else {
    await copyFile(from, to);
    await chmod(to, info.mode & 0o100 ? 0o755 : 0o644);
  }
}
