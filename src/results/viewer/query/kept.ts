import { keepNewest } from '../../../base/keep-newest.ts';
import type { IndexedRun } from '../index/indexed-run.ts';

const mostKept = 8;

/** Caches values derived from a list of runs for as long as the list exists. The index replaces it on every change. */
export function keptByRuns<T>(): (runs: readonly IndexedRun[], key: string, make: () => T) => T {
  const byRuns = new WeakMap<readonly IndexedRun[], Map<string, T>>();
  return (runs, key, make) => {
    const kept = byRuns.get(runs) ?? new Map<string, T>();
    byRuns.set(runs, kept);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    kept.set(key, made);
    keepNewest(kept, mostKept);
    return made;
  };
}
