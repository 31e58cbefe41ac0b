import { readdirSync } from 'node:fs';
import type { FileState } from '../../src/desktop/supervisor-protocol.ts';
import { type FileStateReader, isWhiteout, statOf } from './file-state.ts';
import { covered, type Places } from './places.ts';

/** What the desktop's tree has beside the image's: a state, or null for what was removed from the image. */
export type Layer = ReadonlyMap<string, FileState | null>;

/** Walks the overlay's upper folder and the mounted trees: all that can differ from the image. */
export function walkLayer(places: Places, reader: FileStateReader): Layer {
  const layer = new Map<string, FileState | null>();
  walk(places.upper, '', (here, path) => {
    if (covered.has(path)) return false;
    const stat = statOf(here);
    if (stat === null) return false;
    if (isWhiteout(stat)) {
      layer.set(path, null);
      return false;
    }
    layer.set(path, reader.fromStat(here, path, stat));
    if (!stat.isDirectory()) return false;
    for (const hidden of hiddenNames(places, path)) layer.set(`${path}/${hidden}`, null);
    return true;
  });
  for (const mounted of places.mounts) {
    walk(mounted.here, mounted.inside, (here, path) => {
      const state = reader.read(here, path);
      if (state === null) return false;
      layer.set(path, state);
      return state.type === 'directory';
    });
  }
  return layer;
}

/** Names of the image's folder that the merged one hides: a folder that was removed and made again has no whiteouts. */
function hiddenNames(places: Places, path: string): string[] {
  const below = names(`${places.lower}${path}`);
  if (below.length === 0) return [];
  const merged = new Set(names(`${places.root}${path}`));
  return below.filter((name) => !merged.has(name));
}

/** Calls `visit` for everything below `here` (not itself); it says whether to go into a folder. */
export function walk(here: string, path: string, visit: (here: string, path: string) => boolean): void {
  const queue: [string, string][] = [[here, path]];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [folderHere, folderPath] = next;
    for (const name of names(folderHere)) {
      const entry: [string, string] = [`${folderHere}/${name}`, `${folderPath}/${name}`];
      if (visit(entry[0], entry[1])) queue.push(entry);
    }
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
