import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { holdsRuns } from '../../../base/record/read-run.ts';

/** The files by which a directory is known to be a run. */
const markers = new Set(['better_log.json', 'traj.jsonl', 'result.txt', 'run.json', 'step_0.png']);
const deepest = 16;

/**
 * Result directories below `root` (or `root` itself), in the order of their names. Links, hidden folders and those of
 * superseded attempts are not entered. Yields often, so that a caller can do other work between.
 */
export function* walkRuns(root: string, depth = 0): Generator<string> {
  let entries: Dirent[];
  try {
    entries = readdirSync(root, { withFileTypes: true });
  } catch {
    return;
  }
  // A marker may be a link: the run is shown with what is wrong with it.
  if (entries.some((entry) => !entry.isDirectory() && markers.has(entry.name))) {
    yield root;
    return;
  }
  if (depth >= deepest) return;
  const folders = entries.filter((entry) => entry.isDirectory() && holdsRuns(entry.name));
  for (const { name } of folders.sort((a, b) => (a.name < b.name ? -1 : 1)))
    yield* walkRuns(join(root, name), depth + 1);
}
