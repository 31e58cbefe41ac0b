import { inTurns } from '../../../base/event-loop.ts';
import { isMalformed, rethrowUnless } from '../../../base/expected-errors.ts';
import { type FileEvent, isSameContent } from './events.ts';

/** Whether the path is in a trash folder: the user's, or one at the root of another disk. */
export function isInTrash(path: string): boolean {
  return /\/\.local\/share\/Trash\/files\/.|\/\.Trash-\d+\/files\/./.test(path);
}

export function isTrashInfo(path: string): boolean {
  return /\/(?:\.local\/share\/Trash|\.Trash-\d+)(?:$|\/(?:files|info|expunged|directorysizes)$|\/info\/.*\.trashinfo(?:\.[A-Z0-9]+)?$)/.test(
    path,
  );
}

export function trashedFrom(infoPath: string, text: string): { from: string; to: string } | null {
  const named = /^Path=(.*)$/m.exec(text)?.[1];
  if (named === undefined) return null;
  let from: string;
  try {
    from = decodeURIComponent(named);
  } catch (error) {
    rethrowUnless(error, isMalformed);
    return null;
  }
  return { from, to: infoPath.replace(/\/info\/(.*)\.trashinfo$/, '/files/$1') };
}

/**
 * Merges a deletion and a creation of one item into a `moved` event. In order of precedence: trash notes and renames,
 * equal content, location in a moved folder, and equal name, size and time. A changed item is first `modified` at its
 * old path, so that both events can be found by path.
 */
export async function withMoves(
  events: readonly FileEvent[],
  known: readonly { from: string; to: string }[] = [],
): Promise<FileEvent[]> {
  const gone = new Map<string, FileEvent>();
  const come = new Map<string, FileEvent>();
  for await (const event of inTurns(events)) {
    if (event.kind === 'deleted') gone.set(event.path, event);
    else if (isArrival(event)) come.set(event.path, event);
  }
  const moves = new Map<string, FileEvent>();
  const folders = new MovedFolders();
  for (const { from, to } of known) folders.add(from, to);

  const changed: FileEvent[] = [];
  const join = (from: FileEvent, to: FileEvent): void => {
    const { before, path } = from;
    if (before !== null && to.after !== null && !isSameContent(before, to.after))
      changed.push({ kind: 'modified', path, before, after: { ...to.after, path }, foundAt: to.path });
    moves.set(path, {
      kind: 'moved',
      path,
      before,
      after: to.after,
      to: to.path,
      trashed: isInTrash(to.path) ? true : undefined,
    });
    gone.delete(from.path);
    come.delete(to.path);
  };
  const joinBelow = async (): Promise<void> => {
    for await (const event of inTurns([...gone.values()])) {
      for (const place of folders.placesOf(event.path)) {
        const target = come.get(place);
        if (target === undefined || target.after?.type !== event.before?.type) continue;
        join(event, target);
        break;
      }
    }
  };

  await joinBelow();
  const byContent = await Arrivals.by(come, (event) => hashOf(event.after));
  for await (const event of inTurns([...gone.values()])) {
    const target = byContent.take(hashOf(event.before), event.path);
    if (target === undefined) continue;
    join(event, target);
    folders.addBehind(event.path, target.path);
  }
  await joinBelow();
  const byLook = await Arrivals.by(come, (event) => lookOf(event.path, event.after));
  for await (const event of inTurns([...gone.values()])) {
    const target = byLook.take(lookOf(event.path, event.before), event.path);
    if (target !== undefined) join(event, target);
  }
  const joined = changed;
  for await (const event of inTurns(events)) {
    if (event.kind === 'deleted') joined.push(moves.get(event.path) ?? event);
    else if (!isArrival(event) || come.get(event.path) === event) joined.push(event);
  }
  return joined;
}

/** Limit on targets per folder, whose files may have been moved to different places. */
const mostTargets = 8;

class MovedFolders {
  readonly #targets = new Map<string, Set<string>>();

  /** `/a/D/x/y` moved to `/b/D/x/y`: the folders `/a/D/x` → `/b/D/x`, `/a/D` → `/b/D`. */
  addBehind(from: string, to: string): void {
    let [a, b] = [from, to];
    while (nameOf(a) === nameOf(b) && a.length > 1 && b.length > 1) {
      [a, b] = [folderOf(a), folderOf(b)];
      // A known folder implies known parents.
      if (a === b || this.#targets.get(a)?.has(b) === true) return;
      this.add(a, b);
    }
  }

  add(from: string, to: string): void {
    const targets = this.#targets.get(from) ?? new Set();
    if (targets.size < mostTargets) targets.add(to);
    this.#targets.set(from, targets);
  }

  /** Candidates for a path, derived from its folders, nearest first. */
  *placesOf(path: string): Generator<string> {
    for (let folder = path; folder.length > 1; folder = folderOf(folder))
      for (const target of this.#targets.get(folder) ?? []) yield target + path.slice(folder.length);
  }
}

/** New items, indexed by a property that survives a move. Each can be taken once. */
class Arrivals {
  readonly #come: ReadonlyMap<string, FileEvent>;
  readonly #byMark = new Map<string, SameMark>();

  private constructor(come: ReadonlyMap<string, FileEvent>) {
    this.#come = come;
  }

  static async by(
    come: ReadonlyMap<string, FileEvent>,
    markOf: (event: FileEvent) => string | null,
  ): Promise<Arrivals> {
    const arrivals = new Arrivals(come);
    for await (const event of inTurns(come.values())) {
      const mark = markOf(event);
      if (mark !== null) arrivals.#add(mark, event);
    }
    return arrivals;
  }

  #add(mark: string, event: FileEvent): void {
    const same = this.#byMark.get(mark);
    if (same === undefined) this.#byMark.set(mark, new SameMark(event));
    else same.events.push(event);
  }

  /** Prefers an item with the same name, then one in the same folder. */
  take(mark: string | null, path: string): FileEvent | undefined {
    return this.#byMark.get(mark ?? '')?.take(path, (event) => this.#come.get(event.path) === event);
  }
}

/** Items with equal marks: usually one, but possibly sixty thousand copies of a file. */
class SameMark {
  readonly events: FileEvent[];
  #byPart: Map<string, FileEvent[]> | null = null;

  constructor(first: FileEvent) {
    this.events = [first];
  }

  take(path: string, isThere: (event: FileEvent) => boolean): FileEvent | undefined {
    const [only] = this.events;
    if (this.events.length === 1) return only !== undefined && isThere(only) ? only : undefined;
    this.#byPart ??= this.#parts();
    for (const key of [nameOf(path), folderOf(path), '*']) {
      const list = this.#byPart.get(key) ?? [];
      for (let event = list.pop(); event !== undefined; event = list.pop()) if (isThere(event)) return event;
    }
    return undefined;
  }

  /** Indexed by name, by folder (with a leading slash) and under `*`. Reversed, since `take` pops from the end. */
  #parts(): Map<string, FileEvent[]> {
    const reversed = this.events.toReversed();
    const byName = Map.groupBy(reversed, (event) => nameOf(event.path));
    const byFolder = Map.groupBy(reversed, (event) => folderOf(event.path));
    return new Map([...byName, ...byFolder, ['*', reversed]]);
  }
}

const isArrival = (event: FileEvent): boolean => event.kind === 'created' || event.kind === 'restored';

const hashOf = (state: FileEvent['after']): string | null =>
  state !== null && state.type === 'file' && state.size > 0 ? state.hash : null;

const lookOf = (path: string, state: FileEvent['after']): string | null =>
  state === null ? null : `${nameOf(path)}\0${state.type}\0${state.size}\0${state.mtimeMs}`;

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
