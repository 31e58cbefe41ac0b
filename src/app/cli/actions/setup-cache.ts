import { counted } from '../../../base/record/counted.ts';
import { cacheFolder } from '../../../desktop/client/cache-folder.ts';
import { cacheKinds } from '../../../desktop/image/cache-kinds.ts';
import { type CacheEntry, cleanable, cleanCache, listCache } from '../../../desktop/image/clean-cache.ts';
import { listed } from '../processes.ts';

export interface CleanFlags {
  all?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

export async function listCached(options: { json?: boolean }): Promise<void> {
  const entries = await listCache();
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify(entries, null, 2)}\n`);
    return;
  }
  process.stdout.write(`${cacheFolder()}: ${size(sum(entries))}\n`);
  for (const { name, holds } of cacheKinds) {
    const cacheEntries = entries.filter(({ kind }) => kind === name);
    if (cacheEntries.length === 0) continue;
    const used = cacheEntries.filter(({ usedBy }) => usedBy.length > 0).length;
    const note = used === 0 ? '' : `, ${used} in use`;
    process.stdout.write(
      `${name.padEnd(10)}${size(sum(cacheEntries)).padStart(9)}  ${holds} (${counted(cacheEntries.length, 'entry', 'entries')}${note})\n`,
    );
  }
}

export async function cleanCached(kinds: readonly string[], options: CleanFlags): Promise<void> {
  const wanted = await cleanable(kinds, options.all === true);
  const isTrial = options.dryRun === true;
  const { removed, kept } = isTrial
    ? {
        removed: wanted.filter(({ usedBy }) => usedBy.length === 0),
        kept: wanted.filter(({ usedBy }) => usedBy.length > 0),
      }
    : await cleanCache(wanted);
  const bytes = sum(removed);
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify({ removed, kept, bytes }, null, 2)}\n`);
    return;
  }
  for (const { entry, bytes: entryBytes } of removed)
    process.stdout.write(`${isTrial ? 'would remove' : 'removed'} ${entry}  ${size(entryBytes)}\n`);
  for (const { entry, usedBy } of kept) process.stdout.write(`kept ${entry}: in use by ${listed(usedBy)}\n`);
  if (removed.length === 0) process.stdout.write('Nothing to remove.\n');
  else process.stdout.write(`${size(bytes)} ${isTrial ? 'would be free' : 'freed'}.\n`);
}

const sum = (entries: readonly CacheEntry[]): number => entries.reduce((all, { bytes }) => all + bytes, 0);

function size(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.ceil(bytes / 1e3)} kB`;
}
