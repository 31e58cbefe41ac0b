import { lstatSync, readdirSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { RunDetail } from '../api.ts';

const most = 2000;
const notText = new Set(['.png', '.mp4', '.webp', '.jpg', '.jpeg', '.sqlite', '.zip', '.gz']);

/** Links and special files are never served, so they are skipped. */
export function listedFiles(directory: string): RunDetail['files'] {
  const files: RunDetail['files'] = [];
  const visit = (folder: string, depth: number): void => {
    let entries: ReturnType<typeof entriesOf>;
    try {
      entries = entriesOf(folder);
    } catch {
      return;
    }
    for (const entry of entries) {
      if (files.length >= most) return;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && depth < 8) visit(path, depth + 1);
      if (!entry.isFile()) continue;
      const name = relative(directory, path);
      files.push({ name, bytes: sizeOf(path), isText: !notText.has(extname(entry.name).toLowerCase()) });
    }
  };
  visit(directory, 0);
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const entriesOf = (folder: string) => readdirSync(folder, { withFileTypes: true });

function sizeOf(path: string): number {
  try {
    return lstatSync(path).size;
  } catch {
    return 0;
  }
}
