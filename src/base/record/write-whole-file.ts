import { renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Writes atomically by renaming a hidden file. A kill leaves old or new content; a power cut may not. */
export function writeWholeFile(path: string, content: string | Uint8Array): void {
  const beside = join(dirname(path), `.${basename(path)}.new`);
  writeFileSync(beside, content);
  renameSync(beside, path);
}
