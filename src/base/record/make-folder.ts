import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Unlike `mkdirSync(…, { recursive: true })`, succeeds if an existing folder reports ENOENT, as in `/proc`. */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
