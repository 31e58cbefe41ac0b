import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Writes a whole file or none, as `writeWholeFile` does, without holding the event loop up; two writers of one name never mix. */
export async function writeLargeFile(path: string, content: Uint8Array): Promise<void> {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.new`);
  try {
    await writeFile(beside, content);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
