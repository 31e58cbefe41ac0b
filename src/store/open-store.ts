import { resolve } from 'node:path';
import { FolderStore } from './folder-store.ts';
import type { ResultStore } from './result-store.ts';

/** The store that an address means. */
export async function openStore(place: string): Promise<ResultStore> {
  return new FolderStore(resolve(place));
}
