import { inTurns } from '../../../base/event-loop.ts';
import type { FileChange, FileState } from '../../../desktop/client/desktop.ts';
import { areaOf } from '../persistence/area.ts';

export interface FileEvent {
  kind: 'created' | 'modified' | 'deleted' | 'moved' | 'metadata' | 'restored';
  path: string;
  before: FileState | null;
  after: FileState | null;
  /** moved: the target. */
  to?: string;
  /** modified: the current path, if the file was also moved in the step. */
  foundAt?: string;
  /** moved: into the trash. */
  trashed?: boolean | undefined;
  /** Paths that were created, deleted or moved with a folder, at most `contentsLimit`. */
  contents?: string[];
  unread?: string;
  count?: number;
  /** Base names of all these paths, and the targets of links among them. */
  names?: string[];
  /** Non-empty files of a new or moved folder at their current paths. */
  files?: { path: string; size: number }[];
}

export type Scan = ReadonlyMap<string, FileChange>;

/** The last change of each path. */
export async function toScan(changes: readonly FileChange[]): Promise<Scan> {
  const scan = new Map<string, FileChange>();
  for await (const change of inTurns(changes)) scan.set(change.path, change);
  return scan;
}

/** Changes from `previous` to `current`, both relative to the index of step 0, sorted by path. */
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
    if (kind !== null && kind !== 'metadata') return;
    if (before !== null && after !== null && isRewritten(before, after) && areaOf(path) !== null)
      events.push({
        kind: isSameContent(indexed ?? before, after) ? 'restored' : 'modified',
        path,
        before,
        after,
        unread: shortState,
      });
  };
  for await (const path of inTurns(previous.keys())) consider(path);
  for await (const path of inTurns(current.keys())) if (!previous.has(path)) consider(path);
  // Both scans are sorted, so sorting only merges two runs.
  return events.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Finds moves of folders, and of files whose content also changed. Other moves are recognized by equal content. */
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

const shortState = 'It was changed and changed back between two scans. Its content in between is not known.';

/** True if the file was rewritten with equal content, in place or by replacement. Programs can forge `mtimeMs`. */
function isRewritten(before: FileState, after: FileState): boolean {
  if (before.type !== 'file' || after.type !== 'file' || after.identity === undefined) return false;
  if (before.identity !== after.identity || before.mtimeMs !== after.mtimeMs) return true;
  const isSameMode = before.mode === after.mode && before.uid === after.uid && before.gid === after.gid;
  return isSameMode && (before.ctimeMs ?? before.mtimeMs) !== (after.ctimeMs ?? after.mtimeMs);
}

export function isSameContent(a: FileState, b: FileState): boolean {
  if (a.type !== b.type || a.target !== b.target || a.unsearched !== b.unsearched) return false;
  if (a.type !== 'file') return true;
  if (a.hash !== null && b.hash !== null) return a.hash === b.hash;
  return a.size === b.size && a.mtimeMs === b.mtimeMs;
}
