import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fallback, isSystemError } from '../../base/expected-errors.ts';
import { cacheFolder } from './cache-folder.ts';
import { useCached } from './cache-use.ts';

/**
 * The folder `{cache}/{kind}/{hash}`, whose content its hash names: made once by `fill`, in a folder beside it that then gets its name by
 * one rename, and never changed. Processes that make it at once don't disturb each other: the first to come stays.
 */
export async function cachedFolder(
  kind: string,
  hash: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const base = join(cacheFolder(), kind);
  const folder = join(base, hash);
  useCached(`${kind}/${hash}`);
  if (await isThere(folder)) return folder;
  await mkdir(base, { recursive: true });
  const temporary = await mkdtemp(join(base, 'new-'));
  try {
    await fill(temporary);
    await rename(temporary, folder).catch(async (error: unknown) => {
      if (!(await isThere(folder))) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return folder;
}

async function isThere(folder: string): Promise<boolean> {
  return (await stat(folder).catch(fallback(null, isSystemError))) !== null;
}
