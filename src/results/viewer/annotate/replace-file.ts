import { randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The temporary name is unpredictable, and the rename replaces a link without following it. */
export function replaceFile(folder: string, name: string, text: string): void {
  const beside = join(folder, `.${name}-${randomUUID()}.new`);
  writeFileSync(beside, text, { flag: 'wx' });
  renameSync(beside, join(folder, name));
}
