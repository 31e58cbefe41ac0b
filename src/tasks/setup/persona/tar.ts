import { packTar } from 'modern-tar';

export interface ArchivedFile {
  /** Relative. Folders end with a slash. */
  path: string;
  content: Buffer;
  /** Unix milliseconds. */
  time: number;
  mode: number;
}

/** Returns a tar archive, to place many files with their times in one write. Deterministic. */
export async function tarOf(files: readonly ArchivedFile[]): Promise<Buffer> {
  const entries = files.map(({ path, content, time, mode }) => ({
    header: {
      name: path,
      size: content.length,
      type: path.endsWith('/') ? ('directory' as const) : ('file' as const),
      mode,
      mtime: new Date(time),
    },
    body: content,
  }));
  return Buffer.from(await packTar(entries));
}
