/** A function that a reader process calls before its first job. */
export interface Preload {
  module: string;
  name: string;
  input: unknown;
}

/** Passed to each reader process when it starts. Running processes ignore later additions: call `closeIdleReaders`. */
export const preloads: Preload[] = [];
