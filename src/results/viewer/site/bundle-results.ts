import { refuseAllSealed, type SealedRuns, withoutSealed } from '../../report/without-sealed.ts';
import { readWholeIndex } from '../index/read-whole-index.ts';
import { type WrittenSite, writeSite } from './write-site.ts';

/**
 * Writes a results folder as a static site (`osharm view --bundle`), without runs whose payloads are sealed. `onRun` is
 * told how many runs of how many are done. Throws UsageError for results that can't be read, that are all sealed, and
 * for a folder that is not empty.
 */
export async function bundleResults(
  results: string,
  folder: string,
  onRun: (done: number, all: number) => void = () => {},
  cache: string | null = null,
  now: Date = new Date(),
): Promise<WrittenSite & { sealed: SealedRuns | null }> {
  return readWholeIndex(results, cache, async (runs, root) => {
    const { open, sealed } = withoutSealed(runs, now);
    refuseAllSealed(open, sealed);
    const written = await writeSite(root, open, folder, { onRun: (done) => onRun(done, open.length) });
    return { ...written, sealed };
  });
}
