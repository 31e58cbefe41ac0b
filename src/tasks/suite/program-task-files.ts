import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a checkout or a download of OSWorld 2.0 has its tasks. */
const places = ['.', 'task_class', 'evaluation_examples/task_class'];

/** The tasks of OSWorld 2.0 in a folder or a checkout, `task_*.py`: their paths. */
export async function programTaskFiles(folder: string): Promise<string[]> {
  for (const place of places) {
    const root = join(folder, place);
    const names = existsSync(root) ? await readdir(root, { recursive: place !== '.', encoding: 'utf8' }) : [];
    const tasks = names.filter((name) => /(?:^|\/)task_\w+\.py$/.test(name)).sort();
    if (tasks.length > 0) return tasks.map((name) => join(root, name));
  }
  return [];
}
