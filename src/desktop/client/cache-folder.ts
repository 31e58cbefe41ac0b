import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * The cache: `$OSHARM_CACHE`, else `$XDG_CACHE_HOME/osharm`, else `~/.cache/osharm`. It may not exist yet. A relative
 * `$XDG_CACHE_HOME` is ignored, as the XDG base directory specification requires.
 */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const folder = environment.OSHARM_CACHE;
  if (folder !== undefined && folder !== '') return isAbsolute(folder) ? folder : join(process.cwd(), folder);
  const shared = environment.XDG_CACHE_HOME;
  if (shared !== undefined && isAbsolute(shared)) return join(shared, 'osharm');
  return join(homedir(), '.cache', 'osharm');
}
