/** Contents of files before the first step, by path; null: the file was too large to be kept. */
export type InitialFiles = ReadonlyMap<string, Buffer | null>;

/** One path of the final state. */
export interface FinalFile {
  path: string;
  type: 'file' | 'directory' | 'symlink' | 'other';
  size: number;
  mode: number;
  uid: number;
  gid: number;
  hash: string | null;
  /** Target of a symlink. */
  target?: string;
}
