import { renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file so that its name always stands for a whole one: first under a hidden name beside it, then renamed. Killing the
 * process at any moment leaves the old content or the new, never a part. (It does not survive a power cut: nothing is synced.)
 */
export function writeWholeFile(path: string, content: string | Uint8Array): void {
  const beside = join(dirname(path), `.${basename(path)}.new`);
  writeFileSync(beside, content);
  renameSync(beside, path);
}
