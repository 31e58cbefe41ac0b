import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError, rethrowUnless } from '../../base/expected-errors.ts';
import { cacheFolder } from '../client/cache-folder.ts';
import { cachedInUse, whileNobodyBegins } from '../client/cache-use.ts';
import { takeBuildLock } from './build-lock.ts';
import { type CacheKind, cacheKinds } from './cache-kinds.ts';
import { listImages } from './find-image.ts';
import { removeTree } from './owned-folder.ts';
import { readRecipe } from './recipe.ts';

export interface CacheEntry {
  /** Path in the cache: `images/{id}`. */
  entry: string;
  kind: string;
  /** Disk usage, excluding files shared with earlier entries. */
  bytes: number;
  usedBy: readonly number[];
}

export async function listCache(kinds: readonly CacheKind[] = cacheKinds): Promise<CacheEntry[]> {
  const cache = cacheFolder();
  const entries = kinds.flatMap((kind) => entriesOf(cache, kind).map((entry) => ({ entry, kind: kind.name })));
  const sizes = await diskUsage(entries.map(({ entry }) => join(cache, entry)));
  const inUse = cachedInUse(cache);
  return entries.map((entry) => ({
    ...entry,
    bytes: sizes.get(join(cache, entry.entry)) ?? 0,
    usedBy: usersOf(entry.entry, inUse),
  }));
}

/** Removes entries that no process uses; those in use are returned as `kept`. Throws EnvironmentError `cache-busy`. */
export async function cleanCache(
  entries: readonly CacheEntry[],
): Promise<{ removed: CacheEntry[]; kept: CacheEntry[] }> {
  const cache = cacheFolder();
  const lock = await takeBuildLock(cache, { onProgress: () => undefined });
  try {
    const [inPlace, moved] = [true, false].map((isBuilding) =>
      entries.filter(({ kind }) => (kindOf(kind).isBuilding === true) === isBuilding),
    ) as [CacheEntry[], CacheEntry[]];
    const removed = [...inPlace];
    const kept: CacheEntry[] = [];
    mkdirSync(join(cache, 'building'), { recursive: true });
    const doomed: string[] = [];
    whileNobodyBegins(cache, (inUse) => {
      for (const cacheEntry of moved) {
        const usedBy = usersOf(cacheEntry.entry, inUse);
        if (usedBy.length > 0) {
          kept.push({ ...cacheEntry, usedBy });
          continue;
        }
        // Rename first, so that no process sees a half-removed entry.
        const place = join(cache, 'building', `removed-${cacheEntry.entry.replaceAll('/', '-')}`);
        renameSync(join(cache, cacheEntry.entry), place);
        doomed.push(place);
        removed.push({ ...cacheEntry, usedBy: [] });
      }
    });
    for (const place of [...inPlace.map(({ entry }) => join(cache, entry)), ...doomed]) await remove(place);
    return { removed, kept };
  } finally {
    await lock.release();
  }
}

/**
 * Returns the entries of the named kinds. Without names: entries of earlier versions and everything that can be rebuilt
 * without a download. With `isAll`: everything that can be rebuilt or downloaded.
 */
export async function cleanable(names: readonly string[], isAll: boolean): Promise<CacheEntry[]> {
  const kinds = names.length > 0 ? names.map(kindOf) : cacheKinds.filter((kind) => isTaken(kind, isAll));
  const { id, packagesLayer, codeLayer } = await readRecipe();
  const ofRecipe = (await listImages()).filter(({ record }) => record.recipe === id);
  const current = new Set([
    `images/${id}`,
    `layers/packages-${packagesLayer}`,
    `layers/code-${codeLayer}`,
    ...ofRecipe.map((image) => `images/${image.id}`),
  ]);
  const takesCurrent = isAll || names.length > 0;
  return (await listCache(kinds)).filter(({ entry }) => takesCurrent || !current.has(entry));
}

const isTaken = ({ cleaned, isRemade }: CacheKind, isAll: boolean): boolean =>
  isAll ? isRemade : cleaned !== 'when-named';

function kindOf(name: string): CacheKind {
  const kind = cacheKinds.find((cacheKind) => cacheKind.name === name);
  if (kind === undefined) throw new Error(`The cache has no kind ${name}.`);
  return kind;
}

/** Another process may still be filling a `new-` folder that is younger. */
const youngMs = 60 * 60_000;

function entriesOf(cache: string, kind: CacheKind): string[] {
  return kind.folders.flatMap((folder) => {
    let names: string[];
    try {
      names = readdirSync(join(cache, folder));
    } catch (error) {
      rethrowUnless(error, isSystemError);
      return [];
    }
    return names
      .filter((name) => !/^new-|\.new-/.test(name) || Date.now() - changedAt(join(cache, folder, name)) > youngMs)
      .sort()
      .map((name) => `${folder}/${name}`);
  });
}

function changedAt(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch (error) {
    rethrowUnless(error, isSystemError);
    return 0;
  }
}

function usersOf(entry: string, inUse: ReadonlyMap<string, number[]>): number[] {
  // SQLite's journal files belong to their database.
  const database = entry.replace(/-(?:wal|shm)$/, '');
  const users = [...inUse].flatMap(([used, processes]) =>
    used === database || used.startsWith(`${database}/`) || database.startsWith(`${used}/`) ? processes : [],
  );
  return [...new Set(users)].sort((a, b) => a - b);
}

async function remove(path: string): Promise<void> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder) await removeTree(path);
  else await rm(path, { force: true });
}

/** Bytes from `du`. A hard-linked file counts once; unreadable files count as 0. */
async function diskUsage(paths: readonly string[]): Promise<Map<string, number>> {
  if (paths.length === 0) return new Map();
  const output = await new Promise<string>((resolve) => {
    execFile('du', ['-s', '-B1', '--', ...paths], { maxBuffer: 1 << 24 }, (_error, stdout) => resolve(stdout));
  });
  return new Map(
    output.split('\n').flatMap((line) => {
      const [, bytes, path] = /^(\d+)\t(.*)$/.exec(line) ?? [];
      return path === undefined ? [] : [[path, Number(bytes)] as const];
    }),
  );
}
