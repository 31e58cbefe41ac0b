/** What a reading process does before its first piece of reading: calls a module's function with plain data. */
export interface Preload {
  module: string;
  name: string;
  input: unknown;
}

/** Handed to each process as it starts; what runs already is not told (`closeIdleReaders`). */
export const preloads: Preload[] = [];
