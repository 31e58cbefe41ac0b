import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow } from 'osharm/store';

export interface ManifestFile {
  path: string;
  size: number;
  sha256: string;
}

/** Lists the files of a result directory, sorted. Skips `result.txt`, which is written after they are committed. */
export async function manifestOf(directory: string): Promise<ManifestFile[]> {
  const files: ManifestFile[] = [];
  for (const path of filesBelow(directory)) {
    if (path === 'result.txt') continue;
    const full = join(directory, path);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(full)) hash.update(chunk);
    files.push({ path, size: (await stat(full)).size, sha256: hash.digest('hex') });
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** SHA-256 of the files' names and contents. */
export function manifestHash(files: readonly ManifestFile[]): string {
  const lines = files.map(({ path, size, sha256 }) => [path, size, sha256]);
  return createHash('sha256').update(JSON.stringify(lines)).digest('hex');
}
