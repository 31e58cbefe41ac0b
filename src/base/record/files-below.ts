import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Paths of regular files below a folder, with `/`, sorted by code units. Links and special files are left out and never
 * followed: they could point anywhere, also in circles. Folders further down that can't be listed count as empty.
 * Throws where `folder` itself can't be.
 */
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
