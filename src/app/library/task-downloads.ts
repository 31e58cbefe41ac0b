import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { cacheFolder } from '../../desktop/client/cache-folder.ts';
import { useCached } from '../../desktop/client/cache-use.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';
import { Downloads } from '../../tasks/setup/downloads/downloads.ts';

/** Throws UsageError if the folder of `--assets` does not exist. */
export function taskDownloads(flags: Pick<SweepOptions, 'assets' | 'offline' | 'downloadHosts'>): Downloads {
  const mirror = flags.assets === undefined ? undefined : resolve(flags.assets);
  if (mirror !== undefined && !existsSync(mirror))
    throw new UsageError(`--assets: there is no folder ${mirror}.`, { code: 'assets-missing' });
  useCached('downloads/tasks');
  return new Downloads({
    cache: join(cacheFolder(), 'downloads', 'tasks'),
    mirror,
    offline: flags.offline,
    allowPrivate: (flags.downloadHosts ?? []).flatMap((hosts) => hosts.toLowerCase().split(',')),
  });
}
