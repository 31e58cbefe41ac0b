import { createHash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Most bytes of the files that are read as a whole: a step's tree is some 100 kB, so thousands of steps. Larger ones are damage. */
const limits: Record<string, number> = {
  'better_log.json': 32e6,
  'traj.jsonl': 24e6,
  'run.json': 8e6,
  'effects.jsonl': 16e6,
  'actions.jsonl': 16e6,
  'calls.jsonl': 2e9,
  'result.txt': 1e5,
  'note.json': 1e5,
};
const judgmentLimit = 4e6;

/** What a look at a result directory's entries says, before anything is read. */
export interface FolderLook {
  /** Changes whenever a file that the index is made from does. */
  stamp: string;
  /** Unix milliseconds of the latest change. */
  changedAt: number;
  /** Files that may not be read as a whole: links out of the tree, pipes, too large; with the reason. */
  faults: { file: string; message: string }[];
}

/** Looks at the files that readers open. `root` is the tree's real path; nothing outside it is to be opened. */
export function lookAt(directory: string, root: string): FolderLook {
  const look: FolderLook = { stamp: '', changedAt: 0, faults: [] };
  const parts: string[] = [];
  const visit = (folder: string, depth: number): void => {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      const name = relative(directory, path);
      if (depth === 0 && entry.name === 'judgment' && !entry.isSymbolicLink()) {
        visit(path, 1);
        continue;
      }
      const limit = depth === 0 ? limits[entry.name] : entry.name.endsWith('.json') ? judgmentLimit : undefined;
      if (depth > 0 && entry.isDirectory()) {
        if (depth < 8) visit(path, depth + 1);
        continue;
      }
      // Readers follow links: one among the judgments may lead anywhere.
      const isLink = entry.isSymbolicLink() && (depth > 0 || entry.name === 'judgment');
      if (limit === undefined && !isLink) continue;
      try {
        const { mtimeMs, size } = lstatSync(path);
        parts.push(`${name}:${mtimeMs}:${size}`);
        look.changedAt = Math.max(look.changedAt, mtimeMs);
        const fault = faultOf(entry, path, root, size, limit ?? 0);
        if (fault !== null) look.faults.push({ file: name, message: fault });
      } catch {
        // Gone since the folder was listed.
      }
    }
  };
  visit(directory, 0);
  look.stamp = parts.length === 0 ? '' : createHash('sha1').update(parts.sort().join('|')).digest('base64url');
  return look;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function faultOf(entry: Dirent, path: string, root: string, size: number, limit: number): string | null {
  if (entry.isSymbolicLink()) {
    try {
      const real = realpathSync(path);
      if (!real.startsWith(`${root}/`)) return 'is a link out of the folder: not read';
      return lstatSync(real).isFile() ? null : 'is a link to something that is no file: not read';
    } catch {
      return 'is a link to nothing';
    }
  }
  if (!entry.isFile()) return 'is no regular file: not read';
  return size > limit ? `has ${Math.round(size / 1e6)} MB: not read as a whole` : null;
}
