import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders of a checkout or download of OSWorld 2.0 that may contain its tasks. */
const places = ['.', 'task_class', 'evaluation_examples/task_class'];

/** Returns the paths of OSWorld 2.0's tasks (`task_*.py`) in a folder or checkout. */
export async function programTaskFiles(folder: string): Promise<string[]> {
  for (const place of places) {
    const root = join(folder, place);
    const names = existsSync(root) ? await readdir(root, { recursive: place !== '.', encoding: 'utf8' }) : [];
    const tasks = names.filter((name) => /(?:^|\/)task_\w+\.py$/.test(name)).sort();
    if (tasks.length > 0) return tasks.map((name) => join(root, name));
  }
  return [];
}
