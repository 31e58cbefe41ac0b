import { posix } from 'node:path';
import type { FileEvent } from './events.ts';

/** True where the path is something in a trash folder (the user's, or one at the top of another disk). */
export function isInTrash(path: string): boolean {
  return /\/\.local\/share\/Trash\/files\/.|\/\.Trash-\d+\/files\/./.test(path);
}

/** Bookkeeping of the trash: noise beside the move itself. */
export function isTrashInfo(path: string): boolean {
  return /\/(?:\.local\/share\/Trash|\.Trash-\d+)(?:$|\/(?:files|info|expunged|directorysizes)$|\/info\/.*\.trashinfo(?:\.[A-Z0-9]+)?$)/.test(
    path,
  );
}

/** What a `.trashinfo` file says about where its item was. */
export function trashedFrom(infoPath: string, text: string): { from: string; to: string } | null {
  const named = /^Path=(.*)$/m.exec(text)?.[1];
  if (named === undefined) return null;
  let from: string;
  try {
    from = decodeURIComponent(named);
  } catch {
    return null;
  }
  return { from, to: infoPath.replace(/\/info\/(.*)\.trashinfo$/, '/files/$1') };
}

/**
 * Joins a deletion and a creation of the same thing into one `moved` event. Known moves (from the trash's own notes) come
 * first, then equal content, then what lay in a folder that moved, then things that kept name, size and time (empty
 * files and folders, which have no telling content).
 */
export function withMoves(
  events: readonly FileEvent[],
  known: readonly { from: string; to: string }[] = [],
): FileEvent[] {
  const gone = new Map(events.filter((event) => event.kind === 'deleted').map((event) => [event.path, event]));
  const come = new Map(
    events.filter((event) => event.kind === 'created' || event.kind === 'restored').map((event) => [event.path, event]),
  );
  const moves = new Map<string, FileEvent>();
  const folders: { from: string; to: string }[] = [...known];

  const join = (from: FileEvent, to: FileEvent): void => {
    moves.set(from.path, {
      kind: 'moved',
      path: from.path,
      before: from.before,
      after: to.after,
      to: to.path,
      ...(isInTrash(to.path) ? { trashed: true } : {}),
    });
    gone.delete(from.path);
    come.delete(to.path);
  };
  const joinBelow = (): void => {
    for (const { from, to } of folders) {
      for (const event of [...gone.values()]) {
        if (event.path !== from && !event.path.startsWith(`${from}/`)) continue;
        const target = come.get(to + event.path.slice(from.length));
        if (target !== undefined && target.after?.type === event.before?.type) join(event, target);
      }
    }
  };

  joinBelow();
  const byHash = Map.groupBy([...come.values()], (event) => hashOf(event.after) ?? '');
  for (const event of [...gone.values()]) {
    const hash = hashOf(event.before);
    const candidates = hash === null ? [] : (byHash.get(hash) ?? []).filter((other) => come.has(other.path));
    const target =
      candidates.find((other) => posix.basename(other.path) === posix.basename(event.path)) ??
      candidates.find((other) => posix.dirname(other.path) === posix.dirname(event.path)) ??
      candidates[0];
    if (target === undefined) continue;
    join(event, target);
    folders.push(...foldersBehind(event.path, target.path));
  }
  joinBelow();
  for (const event of [...gone.values()]) {
    const target = [...come.values()].find((other) => keptItsLook(event, other));
    if (target !== undefined) join(event, target);
  }
  return events.flatMap((event) => {
    if (event.kind === 'deleted') return [moves.get(event.path) ?? event];
    return isArrival(event) && come.get(event.path) !== event ? [] : [event];
  });
}

const isArrival = (event: FileEvent): boolean => event.kind === 'created' || event.kind === 'restored';

const hashOf = (state: FileEvent['after']): string | null =>
  state !== null && state.type === 'file' && state.size > 0 ? state.hash : null;

/** `/a/D/x/y` moved to `/b/D/x/y`: the folders `/a/D/x` → `/b/D/x`, `/a/D` → `/b/D`. */
function foldersBehind(from: string, to: string): { from: string; to: string }[] {
  const found: { from: string; to: string }[] = [];
  let a = from;
  let b = to;
  while (posix.basename(a) === posix.basename(b) && a !== '/' && b !== '/') {
    a = posix.dirname(a);
    b = posix.dirname(b);
    if (a === b) break;
    found.unshift({ from: a, to: b });
  }
  return found;
}

function keptItsLook(gone: FileEvent, come: FileEvent): boolean {
  const a = gone.before;
  const b = come.after;
  return (
    a !== null &&
    b !== null &&
    a.type === b.type &&
    a.size === b.size &&
    a.mtimeMs === b.mtimeMs &&
    posix.basename(gone.path) === posix.basename(come.path)
  );
}
