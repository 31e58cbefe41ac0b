import type { IndexedRun } from './indexed-run.ts';
import { rootOf } from './root-of.ts';
import { RunIndex } from './run-index.ts';

/** Throws UsageError if the folder is unreadable. */
export async function readWholeIndex<T>(
  results: string,
  cache: string | null,
  action: (runs: readonly IndexedRun[], root: string) => Promise<T>,
): Promise<T> {
  const root = rootOf(results);
  const index = new RunIndex({ root, cache });
  try {
    await new Promise<void>((resolve, reject) => {
      index.once('read', resolve);
      index.once('failed', (message) => reject(new Error(message)));
    });
    return await action(index.runs, root);
  } finally {
    await index.close();
  }
}
