import { inTurns } from '../../../base/event-loop.ts';
import { isWithin } from '../home.ts';
import { areaOf } from '../persistence/area.ts';
import type { FileEvent } from './events.ts';

/** Most paths that one folded event names. */
export const contentsLimit = 500;

/** Above this many things made in one step, a new folder's contents become one event. */
const createdLimit = 300;

/**
 * One event for a folder that was removed, moved or (where there is very much in it) made as a whole, instead of one for
 * everything below it. What was changed before it moved comes first.
 */
export async function foldFolders(events: readonly FileEvent[]): Promise<FileEvent[]> {
  const tooMany = events.filter((event) => event.kind === 'created').length > createdLimit;
  const tops = new Tops();
  const folded = events.filter(({ foundAt }) => foundAt !== undefined);
  const others = events.filter(({ foundAt }) => foundAt === undefined);
  for await (const event of inTurns(others.sort((a, b) => (a.path < b.path ? -1 : 1)))) {
    // What makes something run later is told one by one, however much else came.
    const top = comesToArea(event) ? undefined : tops.above(event);
    if (top !== undefined) {
      top.contents ??= [];
      top.count = (top.count ?? 0) + 1;
      if (top.contents.length < contentsLimit) top.contents.push(event.path);
      const { type, size = 0, target } = event.after ?? {};
      top.names ??= [];
      top.names.push(event.path.slice(event.path.lastIndexOf('/') + 1));
      if (target !== undefined) top.names.push(target);
      top.files ??= [];
      if (type === 'file' && size > 0) top.files.push({ path: event.to ?? event.path, size });
      continue;
    }
    const copy = { ...event };
    folded.push(copy);
    const leaves = event.kind === 'deleted' || event.kind === 'moved';
    if ((leaves || (tooMany && event.kind === 'created')) && (event.before ?? event.after)?.type === 'directory')
      tops.add(copy);
  }
  return folded;
}

const comesToArea = (event: FileEvent): boolean =>
  (event.kind === 'created' && areaOf(event.path) !== null) || (event.to !== undefined && areaOf(event.to) !== null);

const none: readonly FileEvent[] = [];

/** Folders that went or came as a whole. */
class Tops {
  readonly #byPath = new Map<string, FileEvent>();
  /** Those at and above a folder, the uppermost first: a path of thousands of folders is looked through once. */
  readonly #known = new Map<string, readonly FileEvent[]>();

  /** Call in the order of paths. */
  add(top: FileEvent): void {
    this.#byPath.set(top.path, top);
  }

  /** The uppermost folder that an event is part of. */
  above(event: FileEvent): FileEvent | undefined {
    if (this.#byPath.size === 0) return undefined;
    return this.#atOrAbove(folderOf(event.path)).find((top) => belongsTo(event, top));
  }

  #atOrAbove(folder: string): readonly FileEvent[] {
    const unknown: string[] = [];
    let at = folder;
    let found = this.#known.get(at);
    while (found === undefined && at !== '') {
      unknown.push(at);
      at = folderOf(at);
      found = this.#known.get(at);
    }
    let tops = found ?? none;
    for (const value of unknown.reverse()) {
      const fileEvent = this.#byPath.get(value);
      if (fileEvent !== undefined) tops = [...tops, fileEvent];
      this.#known.set(value, tops);
    }
    return tops;
  }
}

/** Empty for what lies at the top. */
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function belongsTo(event: FileEvent, top: FileEvent): boolean {
  if (event.kind !== top.kind || !isWithin(event.path, top.path)) return false;
  return event.kind !== 'moved' || event.to === (top.to ?? '') + event.path.slice(top.path.length);
}
