import { join } from 'node:path';
import { cacheFolder } from '../../desktop/client/cache-folder.ts';
import { useCached } from '../../desktop/client/cache-use.ts';

/** Folder of the copies of results that lie elsewhere. */
export function resultsCache(): string {
  useCached('stores');
  return join(cacheFolder(), 'stores');
}
