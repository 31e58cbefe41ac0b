import { refuseAllSealed, type SealedRuns, withoutSealed } from '../../report/without-sealed.ts';
import { readWholeIndex } from '../index/read-whole-index.ts';
import { type WrittenSite, writeSite } from './write-site.ts';

/**
 * Skips runs with sealed payloads. Throws UsageError if the results are unreadable or all sealed, or if the target
 * folder is not empty.
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
