import type { IndexedRun } from './indexed-run.ts';

/** What the thread that reads the tree is told at its start. */
export interface IndexTask {
  /** The tree's real path. */
  root: string;
  /** Where the cache is; null: the user's. */
  cache: string | null;
  /** Read all of the tree once, or go on from what the cache holds and watch it. */
  work: 'read' | 'watch';
}

/** What it says. Runs come in pieces, so that pages fill while the tree is read. */
export type IndexMessage =
  | { kind: 'found'; runs: number }
  /** `removed`: paths as runs have them. Ids of copies are not told apart yet. */
  | { kind: 'runs'; put: IndexedRun[]; removed: string[] }
  | { kind: 'read' }
  /** Of so many runs the texts can be searched. */
  | { kind: 'searchable'; runs: number }
  | { kind: 'failed'; message: string };
