import { inTurns } from '../../../base/event-loop.ts';
import type { FileChange, FileState } from '../../../desktop/client/desktop.ts';

/** What happened to one path between two scans. */
export interface FileEvent {
  kind: 'created' | 'modified' | 'deleted' | 'moved' | 'metadata' | 'restored';
  path: string;
  before: FileState | null;
  after: FileState | null;
  /** moved: where to. */
  to?: string;
  /** modified: where the file lies now, when the same step also moved it. */
  foundAt?: string;
  /** moved: into the trash. */
  trashed?: boolean | undefined;
  /** Paths below a folder that went or came as a whole, at most `contentsLimit`. */
  contents?: string[];
  /** Why its content could not be read where it should have been: one sentence. */
  unread?: string;
  /** How many paths those are. */
  count?: number;
  /** Last parts of all these paths, and where links among them point to. */
  names?: string[];
  /** All files with something in them that came with the folder, where they are now. */
  files?: { path: string; size: number }[];
}

/** Scan results by path. */
export type Scan = ReadonlyMap<string, FileChange>;

/** Changes as a scan: the last one of a path counts. */
export async function toScan(changes: readonly FileChange[]): Promise<Scan> {
  const scan = new Map<string, FileChange>();
  for await (const change of inTurns(changes)) scan.set(change.path, change);
  return scan;
}

/** What is new in `current` (both compare with the index of step 0), in the order of paths. */
export async function eventsBetween(previous: Scan, current: Scan): Promise<FileEvent[]> {
  const events: FileEvent[] = [];
  const consider = (path: string): void => {
    const was = previous.get(path);
    const is = current.get(path);
    const indexed = (is ?? was)?.before ?? null;
    const before = was === undefined ? indexed : was.after;
    const after = is === undefined ? indexed : is.after;
    const kind = kindOf(before, after, indexed);
    if (kind !== null) events.push({ kind, path, before, after });
  };
  for await (const path of inTurns(previous.keys())) consider(path);
  for await (const path of inTurns(current.keys())) if (!previous.has(path)) consider(path);
  // Two scans in the order of paths are two runs, which sorting only merges.
  return events.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * What has another path than before, by the identity of the file: folders, and files whose content changed too (equal
 * content tells the others).
 */
export async function renames(previous: Scan, current: Scan): Promise<{ from: string; to: string }[]> {
  const gone = new Map<string, FileState>();
  const come = new Map<string, FileState>();
  const consider = (path: string): void => {
    const was = previous.get(path);
    const is = current.get(path);
    const indexed = (is ?? was)?.before ?? null;
    const before = was === undefined ? indexed : was.after;
    const after = is === undefined ? indexed : is.after;
    if (before?.identity === after?.identity) return;
    if (before?.identity !== undefined) gone.set(before.identity, before);
    if (after?.identity !== undefined) come.set(after.identity, after);
  };
  for await (const path of inTurns(previous.keys())) consider(path);
  for await (const path of inTurns(current.keys())) if (!previous.has(path)) consider(path);
  const found: { from: string; to: string }[] = [];
  for await (const [identity, before] of inTurns(gone)) {
    const after = come.get(identity);
    if (after === undefined || after.type !== before.type) continue;
    if (before.type === 'directory' || !isSameContent(before, after)) found.push({ from: before.path, to: after.path });
  }
  return found;
}

function kindOf(
  before: FileState | null,
  after: FileState | null,
  indexed: FileState | null,
): FileEvent['kind'] | null {
  if (before === null && after === null) return null;
  if (after === null) return 'deleted';
  if (before === null) return indexed !== null && isSameContent(indexed, after) ? 'restored' : 'created';
  if (!isSameContent(before, after)) return indexed !== null && isSameContent(indexed, after) ? 'restored' : 'modified';
  if (before.mode !== after.mode || before.uid !== after.uid || before.gid !== after.gid) return 'metadata';
  return null;
}

export function isSameContent(a: FileState, b: FileState): boolean {
  if (a.type !== b.type || a.target !== b.target || a.unsearched !== b.unsearched) return false;
  if (a.type !== 'file') return true;
  if (a.hash !== null && b.hash !== null) return a.hash === b.hash;
  return a.size === b.size && a.mtimeMs === b.mtimeMs;
}
