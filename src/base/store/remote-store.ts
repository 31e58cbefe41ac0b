import { UsageError } from '../errors.ts';
import type { ExtensionShape } from '../extension.ts';
import { plugInPackage } from '../load-package.ts';
import { missingPackage } from '../packages.ts';
import { OpenRegistry } from '../record/open-registry.ts';
import type { ObjectPlace, ResultStore } from './result-store.ts';

/** Results on another machine, with local copies. */
export interface RemoteStore extends ResultStore {
  /**
   * Downloads files that `folder` lacks, each `result.txt` last, and deletes each `result.txt` that the store lacks.
   * `isWanted` selects paths.
   */
  pull(folder: string, isWanted?: (path: string) => boolean): Promise<{ files: number; bytes: number }>;
  /**
   * Uploads files that the store lacks, each `result.txt` last, and returns how many. `since` (Unix milliseconds)
   * skips files written earlier.
   */
  push(folder: string, since?: number): Promise<number>;
}

/** Opens result stores at addresses `SCHEME://…` (`--results`). */
export interface StoreDefinition {
  readonly name: string;
  readonly scheme: string;
  /** `cache` is a local folder for copies. Throws UsageError `store-address` for an invalid address. */
  open(place: string, cache: string): Promise<RemoteStore>;
  /** The objects in `name`, next to the results at `place`, that workers share. */
  objectsBeside(place: string, name: string): Promise<ObjectPlace>;
}

export const storeShape: ExtensionShape<keyof StoreDefinition> = {
  kind: 'store',
  fields: { name: 'text', scheme: 'text', open: 'function', objectsBeside: 'function' },
  required: ['name', 'scheme', 'open', 'objectsBeside'],
  docs: 'docs/write/library.md',
};

/** Stores from plug-ins and packages, by name. */
export const stores = new OpenRegistry<StoreDefinition>('store', []);

const schemeOf = (place: string): string | null => /^([a-z][a-z0-9+.-]*):\/\//i.exec(place)?.[1]?.toLowerCase() ?? null;

/** Whether an address is a URL rather than a folder. */
export const isRemote = (place: string): boolean => schemeOf(place) !== null;

/**
 * Opens the store at an address. `cache` is a local folder for copies. Throws UsageError `store-address`, and
 * EnvironmentError `package-missing` if a package is missing.
 */
export async function openRemoteStore(place: string, cache: string): Promise<RemoteStore> {
  return (await storeOf(place)).open(place, cache);
}

/** The definition of the store for an address. Throws like `openRemoteStore`. */
export async function storeOf(place: string): Promise<StoreDefinition> {
  const scheme = schemeOf(place);
  const find = (): StoreDefinition | undefined => [...stores.values()].find((store) => store.scheme === scheme);
  const found = find();
  if (found !== undefined) return found;
  if (scheme === 's3') {
    const isInstalled = await plugInPackage<StoreDefinition>('@osharm/fleet', storeShape, (store, origin) =>
      stores.plugIn(store.name, store, origin),
    );
    if (!isInstalled) throw missingPackage('@osharm/fleet', `The place ${place}`);
    const loaded = find();
    if (loaded !== undefined) return loaded;
  }
  throw new UsageError(`No store opens ${place}.`, {
    code: 'store-address',
    hint: 'Use s3://BUCKET/PREFIX, a folder, or --plugin with a store that opens it.',
  });
}
