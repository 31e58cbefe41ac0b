import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The indexes of all result folders together. */
const mostBytes = 4e9;

/**
 * Removes the indexes that were not used for the longest time until the rest is at most 4 GB. A viewer that uses one
 * keeps its open files, and the next start builds it again.
 */
export function removeOldIndexes(folder: string, kept: string, most = mostBytes): void {
  const groups = Map.groupBy(filesIn(folder), ({ name }) => name.replace(/-(wal|shm)$/, ''));
  const indexes = [...groups].map(([name, files]) => ({
    name,
    files,
    usedAt: Math.max(...files.map(({ usedAt }) => usedAt)),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  }));
  let left = indexes.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { name, files, bytes } of indexes.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (left <= most) return;
    if (name === kept) continue;
    for (const file of files) rmSync(join(folder, file.name), { force: true });
    left -= bytes;
  }
}

function filesIn(folder: string): { name: string; usedAt: number; bytes: number }[] {
  return readdirSync(folder).flatMap((name) => {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    return stats?.isFile() ? [{ name, usedAt: stats.mtimeMs, bytes: stats.size }] : [];
  });
}
