import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * The folder that holds what is made once and used by every run (images, guest bundles, layers):
 * `$OSHARM_CACHE`, else `$XDG_CACHE_HOME/osharm`, else `~/.cache/osharm`. The folder may not exist yet.
 *
 * A relative `$XDG_CACHE_HOME` is ignored, as the XDG base directory specification asks.
 */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const folder = environment.OSHARM_CACHE;
  if (folder !== undefined && folder !== '') return isAbsolute(folder) ? folder : join(process.cwd(), folder);
  const shared = environment.XDG_CACHE_HOME;
  if (shared !== undefined && isAbsolute(shared)) return join(shared, 'osharm');
  return join(homedir(), '.cache', 'osharm');
}
