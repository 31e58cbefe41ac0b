import { inTurns } from '../../../base/event-loop.ts';
import { isMalformed, rethrowUnless } from '../../../base/expected-errors.ts';
import { type FileEvent, isSameContent } from './events.ts';

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
  } catch (error) {
    rethrowUnless(error, isMalformed);
    return null;
  }
  return { from, to: infoPath.replace(/\/info\/(.*)\.trashinfo$/, '/files/$1') };
}

/**
 * Joins a deletion and a creation of the same thing into one `moved` event. Known moves (from the trash's own notes,
 * and renames) come first, then equal content, then what lay in a folder that moved, then things that kept name, size
 * and time (empty files and folders, which have no telling content). A file that was changed too is `modified` where it
 * was, then moved: what follows a file by its path sees both. Time grows with the number of events.
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

/** Targets that one folder may have moved to: it can be in one place, but files of it may have gone elsewhere. */
const mostTargets = 8;

/** Folders that are known to have moved, and where things below them went. */
class MovedFolders {
  readonly #targets = new Map<string, Set<string>>();

  /** `/a/D/x/y` moved to `/b/D/x/y`: the folders `/a/D/x` → `/b/D/x`, `/a/D` → `/b/D`. */
  addBehind(from: string, to: string): void {
    let [a, b] = [from, to];
    while (nameOf(a) === nameOf(b) && a.length > 1 && b.length > 1) {
      [a, b] = [folderOf(a), folderOf(b)];
      // What is known of a folder is known of those above it.
      if (a === b || this.#targets.get(a)?.has(b) === true) return;
      this.add(a, b);
    }
  }

  add(from: string, to: string): void {
    const targets = this.#targets.get(from) ?? new Set();
    if (targets.size < mostTargets) targets.add(to);
    this.#targets.set(from, targets);
  }

  /** Where a path may be now, by the folders above it; the nearest first. */
  *placesOf(path: string): Generator<string> {
    for (let folder = path; folder.length > 1; folder = folderOf(folder))
      for (const target of this.#targets.get(folder) ?? []) yield target + path.slice(folder.length);
  }
}

/** What came to be, to be taken one by one by a mark that is kept when a thing moves. */
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

  /** One that has this mark: of the same name first, then of the same folder, then any. */
  take(mark: string | null, path: string): FileEvent | undefined {
    return this.#byMark.get(mark ?? '')?.take(path, (event) => this.#come.get(event.path) === event);
  }
}

/** Things with one mark: mostly one, but sixty thousand copies of one file have one too. */
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

  /** By name and by folder (which begins with a slash); taken from the end. */
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

/** Name, kind, size and time. */
const lookOf = (path: string, state: FileEvent['after']): string | null =>
  state === null ? null : `${nameOf(path)}\0${state.type}\0${state.size}\0${state.mtimeMs}`;

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
