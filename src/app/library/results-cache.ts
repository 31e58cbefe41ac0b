import { join } from 'node:path';
import { cacheFolder } from '../../desktop/client/cache-folder.ts';
import { useCached } from '../../desktop/client/cache-use.ts';

/** Folder for local copies of remote results. */
export function resultsCache(): string {
  useCached('stores');
  return join(cacheFolder(), 'stores');
}
