import { counted } from '../../base/record/counted.ts';
import { isS3 } from '../../base/store/s3-place.ts';
import { S3Store } from '../../base/store/s3-store.ts';
import { resultsCache } from '../library/results-cache.ts';

/** Pictures and recordings: most of the bytes of a run, and no table needs them. */
const large = /\.(?:png|jpe?g|webp|mp4|webm|zip)$/i;

/**
 * The folder of this machine that stands for a place of results: itself, or for `s3://…` a copy in the cache, brought
 * up to date. `tables`: without pictures and recordings. Throws EnvironmentError `store-failed`.
 */
export async function localResults(place: string, what: 'everything' | 'tables'): Promise<string> {
  if (!isS3(place)) return place;
  const store = await S3Store.open(place, resultsCache());
  const { files, bytes } = await store.pull(store.folder, (path) => what === 'everything' || !large.test(path));
  process.stderr.write(`${store.place}: ${counted(files, 'new file')}, ${(bytes / 1e6).toFixed(1)} MB\n`);
  return store.folder;
}
