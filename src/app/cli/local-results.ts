import { counted } from '../../base/record/counted.ts';
import { isRemote, openRemoteStore } from '../../base/store/remote-store.ts';
import { loadPlugins } from '../library/plugins/load.ts';
import { resultsCache } from '../library/results-cache.ts';

/** Pictures and recordings. They take up most of a run's bytes, but tables don't need them. */
const large = /\.(?:png|jpe?g|webp|mp4|webm|zip)$/i;

/**
 * Returns `place`, or an updated copy in the cache if `place` is the address of a store. Throws EnvironmentError
 * `store-failed`.
 */
export async function localResults(
  place: string,
  what: 'everything' | 'tables',
  plugins: readonly string[] = [],
): Promise<string> {
  if (!isRemote(place)) return place;
  await loadPlugins(plugins);
  const store = await openRemoteStore(place, resultsCache());
  const { files, bytes } = await store.pull(store.folder, (path) => what === 'everything' || !large.test(path));
  process.stderr.write(`${store.place}: ${counted(files, 'new file')}, ${(bytes / 1e6).toFixed(1)} MB\n`);
  return store.folder;
}
