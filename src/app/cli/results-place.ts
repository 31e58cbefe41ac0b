import { UsageError } from '../../base/errors.ts';
import { isRemote, openRemoteStore } from '../../base/store/remote-store.ts';
import { loadPlugins } from '../library/plugins/load.ts';
import { resultsCache } from '../library/results-cache.ts';
import type { RunFlags } from './setting-flags.ts';

/**
 * Replaces `--results` with a local folder. For a store, the folder only shows which runs are complete. Throws
 * UsageError for a store without a queue, EnvironmentError `store-failed`.
 */
export async function withResultsPlace<F extends Pick<RunFlags, 'results' | 'queue' | 'plugin'>>(
  flags: F,
): Promise<F & { out?: string }> {
  const { results, queue, plugin } = flags;
  if (results === undefined) return flags;
  if (!isRemote(results)) return { ...flags, out: results };
  if (queue === undefined)
    throw new UsageError('--results s3://… is for sweeps in a queue.', {
      code: 'results-without-queue',
      hint: 'Add --queue, or use --out and then: osharm fleet push DIR s3://…',
    });
  await loadPlugins(plugin ?? []);
  const store = await openRemoteStore(results, resultsCache());
  await store.pull(store.folder, (path) => path.endsWith('/result.txt'));
  return { ...flags, results: store.place, out: store.folder };
}
