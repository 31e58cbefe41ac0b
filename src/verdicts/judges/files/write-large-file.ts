import { createHash, randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Like `writeWholeFile`, for content in pieces. Returns the content's SHA-256 in hexadecimal. */
export async function writeLargeFile(path: string, pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.new`);
  const hash = createHash('sha256');
  try {
    const file = await open(beside, 'w');
    try {
      for await (const piece of pieces) {
        hash.update(piece);
        await file.appendFile(piece);
      }
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  return hash.digest('hex');
}
