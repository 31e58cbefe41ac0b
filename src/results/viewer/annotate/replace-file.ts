import { randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes a file into a folder that others may have filled. It is first written under a name that nobody can have put a
 * link under; the rename replaces a link and doesn't follow it.
 */
export function replaceFile(folder: string, name: string, text: string): void {
  const beside = join(folder, `.${name}-${randomUUID()}.new`);
  writeFileSync(beside, text, { flag: 'wx' });
  renameSync(beside, join(folder, name));
}
