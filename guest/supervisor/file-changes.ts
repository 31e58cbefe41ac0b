import type { FileChange, FileState } from '../../src/desktop/client/supervisor-protocol.ts';
import type { FileStateReader } from './file-state.ts';
import type { Layer } from './layer-walk.ts';
import type { Places } from './places.ts';
import { walk } from './tree-walk.ts';

export interface LayerChanges {
  /** Sorted by path. A removed folder is listed with its contents. */
  changes: FileChange[];
  /** Number of removed files that were not listed, and of files that were not read, because a limit was reached. */
  unsearched: number;
}

/** `until`: when to stop, on the clock of `performance.now()`. */
export function compareLayers(
  before: Layer,
  after: Layer,
  places: Places,
  reader: FileStateReader,
  until: number,
): LayerChanges {
  const unreadBefore = reader.unread;
  let unlisted = 0;
  const changes = new Map<string, FileChange>();
  const [hiddenBefore, hiddenAfter] = [new HiddenFolders(before), new HiddenFolders(after)];
  const add = (path: string) => {
    if (changes.has(path)) return;
    const change = compareStates(
      path,
      stateIn(before, hiddenBefore, path, places, reader),
      stateIn(after, hiddenAfter, path, places, reader),
    );
    if (change !== null) changes.set(path, change);
  };
  for (const path of before.keys()) if (before.get(path) !== after.get(path)) add(path);
  for (const path of after.keys()) add(path);
  for (const [path, state] of after) {
    if (
      state !== null &&
      (state.type === 'directory' || reader.read(`${places.lower}${path}`, path)?.type !== 'directory')
    )
      continue;
    if (state === null && before.get(path) === null) continue;
    walk(
      `${places.lower}${path}`,
      path,
      (here, inside) => {
        add(inside);
        return reader.read(here, inside)?.type === 'directory';
      },
      {
        until,
        unsearched: (_path, entries) => {
          unlisted += entries;
        },
      },
    );
  }
  return {
    changes: [...changes.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)),
    unsearched: unlisted + reader.unread - unreadBefore,
  };
}

/** Reads the state from the layer, else from the image unless a parent folder was removed or replaced. */
function stateIn(
  layer: Layer,
  hidden: HiddenFolders,
  path: string,
  places: Places,
  reader: FileStateReader,
): FileState | null {
  const fileState = layer.get(path);
  if (fileState !== undefined) return fileState;
  if (places.mounts.some((mounted) => path.startsWith(`${mounted.inside}/`))) return null;
  if (hidden.isHidden(folderOf(path))) return null;
  return reader.read(`${places.lower}${path}`, path);
}

/** Folders of the image that a layer removed or replaced, cached because a path may have thousands of parents. */
class HiddenFolders {
  readonly #layer: Layer;
  readonly #known = new Map<string, boolean>([['', false]]);

  constructor(layer: Layer) {
    this.#layer = layer;
  }

  isHidden(folder: string): boolean {
    const unknown: string[] = [];
    let at = folder;
    while (!this.#known.has(at)) {
      unknown.push(at);
      at = folderOf(at);
    }
    let isHidden = this.#known.get(at) === true;
    for (const value of unknown.reverse()) {
      const fileState = this.#layer.get(value);
      isHidden ||= fileState === null || (fileState !== undefined && fileState.type !== 'directory');
      this.#known.set(value, isHidden);
    }
    return isHidden;
  }
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function compareStates(path: string, before: FileState | null, after: FileState | null): FileChange | null {
  if (before === null && after === null) return null;
  if (before === null) return { kind: 'created', path, before, after };
  if (after === null) return { kind: 'deleted', path, before, after };
  const isSameContent =
    before.type === after.type &&
    before.target === after.target &&
    before.size === after.size &&
    before.unsearched === after.unsearched &&
    (before.type !== 'file' || isSameHash(before, after));
  if (!isSameContent) return { kind: 'modified', path, before, after };
  const isSameFile =
    before.mode === after.mode &&
    before.uid === after.uid &&
    before.gid === after.gid &&
    // A folder's time changes with its entries, which are listed separately.
    (before.type !== 'file' || (before.mtimeMs === after.mtimeMs && before.ctimeMs === after.ctimeMs));
  return isSameFile ? null : { kind: 'metadata', path, before, after };
}

/** Unhashed files (too large or over the budget) are compared by time. */
const isSameHash = (before: FileState, after: FileState): boolean =>
  before.hash === null || after.hash === null ? before.mtimeMs === after.mtimeMs : before.hash === after.hash;
