export interface IndexTask {
  root: string;
  /** Null for the user's cache folder. */
  cache: string | null;
  /** Number of `runs` messages that the receiver has processed. */
  taken: Int32Array<SharedArrayBuffer>;
  /** `read` reads the whole tree once; `watch` continues from the cache and watches for changes. */
  work: 'read' | 'watch';
}

/** Messages from the thread. Runs arrive in batches, so that pages fill while the tree is read. */
export type IndexMessage =
  | { kind: 'found'; runs: number }
  /** `path` is relative to the root, or `.` if the root is a run. Copies of a run may still share an id. */
  | { kind: 'runs'; put: { path: string; json: string }[]; removed: string[] }
  | { kind: 'read' }
  | { kind: 'searchable'; runs: number }
  | { kind: 'failed'; message: string };
