import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Creates parents too. For a missing folder in `/proc`, `mkdir(…, { recursive: true })` would never return. */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) await makeFolder(above);
  try {
    await mkdir(path);
  } catch (error) {
    // Another request may have created it.
    if (!(await isFolder(path))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}
