import type { FileState } from '../../src/desktop/client/supervisor-protocol.ts';
import { type FileStateReader, isWhiteout, statOf } from './file-state.ts';
import type { Here } from './names.ts';
import { covered, type Places } from './places.ts';
import { names, walk } from './tree-walk.ts';

/** Differences from the image: states, or null for removed files. */
export type Layer = ReadonlyMap<string, FileState | null>;

/**
 * Walks the overlay's upper folder and the mounted trees. Stops at `until`, a time on the clock of `performance.now()`.
 * Call `reader.startScan` first.
 */
export function walkLayer(places: Places, reader: FileStateReader, until: number): Layer {
  const layer = new Map<string, FileState | null>();
  let left = 0;
  const unsearched = (_path: string, entries: number) => {
    left += entries;
  };
  const visitUpper = (here: Here, path: string) => {
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
  };
  walk(places.upper, '', visitUpper, { until, unsearched });
  for (const mounted of places.mounts) {
    const visit = (here: Here, path: string) => {
      const state = reader.read(here, path);
      if (state === null) return false;
      layer.set(path, state);
      return state.type === 'directory';
    };
    walk(mounted.here, mounted.inside, visit, { until, unsearched });
  }
  // Recorded on `/`, so that folding subfolders into one entry can't hide it.
  left += reader.unread;
  const top = left === 0 ? null : reader.read(places.root, '/');
  if (top !== null) layer.set('/', { ...top, unsearched: left });
  return layer;
}

/** Names that the overlay hides without whiteouts, because their folder was removed and recreated. */
function hiddenNames(places: Places, path: string): string[] {
  const below = names(`${places.lower}${path}`);
  if (below.length === 0) return [];
  const merged = new Set(names(`${places.root}${path}`));
  return below.filter((name) => !merged.has(name));
}
