import { RunIndex } from '../index/run-index.ts';
import { rootOf } from '../server.ts';
import { type WrittenSite, writeSite } from './write-site.ts';

/**
 * Writes a results folder as a static site (`osharm view --bundle`). `onRun` is told how many runs of how many are done. Throws UsageError for
 * results that can't be read and for a folder that is not empty.
 */
export async function bundleResults(
  results: string,
  folder: string,
  onRun: (done: number, all: number) => void = () => {},
  cache: string | null = null,
): Promise<WrittenSite> {
  const root = rootOf(results);
  const index = new RunIndex({ root, cache });
  try {
    await new Promise<void>((resolve, reject) => {
      index.once('read', resolve);
      index.once('failed', (message) => reject(new Error(message)));
    });
    const { runs } = index;
    return await writeSite(root, runs, folder, { onRun: (done) => onRun(done, runs.length) });
  } finally {
    await index.close();
  }
}
