import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Relative paths with `/`, sorted by code units. Skips links, special files and unreadable subfolders. */
export function filesBelow(folder: string): string[] {
  const found: string[] = [];
  const walk = (below: string): void => {
    let entries: Dirent[];
    try {
      entries = readdirSync(join(folder, below), { withFileTypes: true });
    } catch (error) {
      if (below === '') throw error;
      return;
    }
    for (const entry of entries) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) found.push(path);
    }
  };
  walk('');
  return found.sort();
}
