import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { holdsRuns } from '../../../base/record/read-run.ts';

const markers = new Set(['better_log.json', 'traj.jsonl', 'result.txt', 'run.json', 'step_0.png']);
const deepest = 16;

/** Links, hidden folders and superseded attempts are skipped. Lazy, so that the caller can do other work in between. */
export function* walkRuns(root: string, depth = 0): Generator<string> {
  let entries: Dirent[];
  try {
    entries = readdirSync(root, { withFileTypes: true });
  } catch {
    return;
  }
  // If a marker is a link, the run is listed as damaged.
  if (entries.some((entry) => !entry.isDirectory() && markers.has(entry.name))) {
    yield root;
    return;
  }
  if (depth >= deepest) return;
  const folders = entries.filter((entry) => entry.isDirectory() && holdsRuns(entry.name));
  for (const { name } of folders.sort((a, b) => (a.name < b.name ? -1 : 1)))
    yield* walkRuns(join(root, name), depth + 1);
}
