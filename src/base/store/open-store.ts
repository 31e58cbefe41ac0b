import { resolve } from 'node:path';
import { FolderStore } from './folder-store.ts';
import type { ResultStore } from './result-store.ts';
import { isS3 } from './s3-place.ts';
import { S3Store } from './s3-store.ts';

/** The store that an address means. `cache`: folder of this machine for copies of what lies elsewhere. */
export async function openStore(place: string, cache: string): Promise<ResultStore> {
  return isS3(place) ? S3Store.open(place, cache) : new FolderStore(resolve(place));
}
