import { isWithin } from '../home.ts';
import type { FileEvent } from './events.ts';

/** Most paths that one folded event names. */
export const contentsLimit = 500;

/** Above this many things made in one step, a new folder's contents become one event. */
const createdLimit = 300;

/**
 * One event for a folder that was removed, moved or (where there is very much in it) made as a whole, instead of one for
 * everything below it.
 */
export function foldFolders(events: readonly FileEvent[]): FileEvent[] {
  const tooMany = events.filter((event) => event.kind === 'created').length > createdLimit;
  const tops = new Map<string, FileEvent>();
  const folded: FileEvent[] = [];
  for (const event of [...events].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const top = topOf(event, tops);
    if (top !== undefined) {
      top.contents ??= [];
      top.count = (top.count ?? 0) + 1;
      if (top.contents.length < contentsLimit) top.contents.push(event.path);
      continue;
    }
    const own = { ...event };
    folded.push(own);
    const leaves = event.kind === 'deleted' || event.kind === 'moved';
    if ((leaves || (tooMany && event.kind === 'created')) && (event.before ?? event.after)?.type === 'directory')
      tops.set(own.path, own);
  }
  return folded;
}

/** The uppermost folder that an event is part of. */
function topOf(event: FileEvent, tops: ReadonlyMap<string, FileEvent>): FileEvent | undefined {
  let found: FileEvent | undefined;
  for (let at = event.path.lastIndexOf('/'); at > 0; at = event.path.lastIndexOf('/', at - 1)) {
    const top = tops.get(event.path.slice(0, at));
    if (top !== undefined && belongsTo(event, top)) found = top;
  }
  return found;
}

function belongsTo(event: FileEvent, top: FileEvent): boolean {
  if (event.kind !== top.kind || !isWithin(event.path, top.path)) return false;
  return event.kind !== 'moved' || event.to === (top.to ?? '') + event.path.slice(top.path.length);
}
