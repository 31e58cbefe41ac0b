import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fallback, isSystemError } from '../../base/expected-errors.ts';
import { cacheFolder } from './cache-folder.ts';
import { useCached } from './cache-use.ts';

/**
 * Returns the folder `{cache}/{kind}/{hash}`. A missing folder is filled under a temporary name and renamed when
 * complete; if several processes do that, the first rename wins.
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
