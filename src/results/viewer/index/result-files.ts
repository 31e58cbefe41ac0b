import { createHash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Larger files are treated as damaged. These sizes, in bytes, allow thousands of steps. */
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

export interface FolderLook {
  /** Changes whenever an indexed file changes. */
  stamp: string;
  changedAt: number;
  /** Files that must not be read as a whole (links out of the tree, pipes, oversized files), with the reason. */
  faults: { file: string; message: string }[];
}

/** `root` is the tree's real path; files outside it must not be opened. */
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
      // Readers follow links, and a link among the judgments could lead anywhere.
      const isLink = entry.isSymbolicLink() && (depth > 0 || entry.name === 'judgment');
      if (limit === undefined && !isLink) continue;
      try {
        const { mtimeMs, size } = lstatSync(path);
        parts.push(`${name}:${mtimeMs}:${size}`);
        look.changedAt = Math.max(look.changedAt, mtimeMs);
        const fault = faultOf(entry, path, root, size, limit ?? 0);
        if (fault !== null) look.faults.push({ file: name, message: fault });
      } catch {
        // Deleted since the folder was listed.
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
      return lstatSync(real).isFile() ? null : 'is a link to something that is not a file: not read';
    } catch {
      return 'is a link to nothing';
    }
  }
  if (!entry.isFile()) return 'is not a regular file: not read';
  return size > limit ? `has ${Math.round(size / 1e6)} MB: not read as a whole` : null;
}
