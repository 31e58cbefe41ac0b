import { inTurns } from '../../../base/event-loop.ts';
import { isWithin } from '../home.ts';
import { areaOf } from '../persistence/area.ts';
import type { FileEvent } from './events.ts';

export const contentsLimit = 500;

/** If a step creates more items than this, each new folder becomes one event. */
const createdLimit = 300;

/** Merges events below a deleted, moved or large new folder into one. Changes made before a move come first. */
export async function foldFolders(events: readonly FileEvent[]): Promise<FileEvent[]> {
  const tooMany = events.filter((event) => event.kind === 'created').length > createdLimit;
  const tops = new Tops();
  const folded = events.filter(({ foundAt }) => foundAt !== undefined);
  const others = events.filter(({ foundAt }) => foundAt === undefined);
  for await (const event of inTurns(others.sort((a, b) => (a.path < b.path ? -1 : 1)))) {
    // Persistence changes are always reported individually.
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

class Tops {
  readonly #byPath = new Map<string, FileEvent>();
  /** Caches the tops at and above each folder, since a path may have thousands of folders. */
  readonly #known = new Map<string, readonly FileEvent[]>();

  /** Must be called in path order. */
  add(top: FileEvent): void {
    this.#byPath.set(top.path, top);
  }

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

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function belongsTo(event: FileEvent, top: FileEvent): boolean {
  if (event.kind !== top.kind || !isWithin(event.path, top.path)) return false;
  return event.kind !== 'moved' || event.to === (top.to ?? '') + event.path.slice(top.path.length);
}
