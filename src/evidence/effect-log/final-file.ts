/** Content by path; null if the file was too large to keep. */
export type InitialFiles = ReadonlyMap<string, Buffer | null>;

export interface FinalFile {
  path: string;
  type: 'file' | 'directory' | 'symlink' | 'other';
  size: number;
  mode: number;
  uid: number;
  gid: number;
  hash: string | null;
  target?: string;
}
