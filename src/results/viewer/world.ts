import type { FleetState } from './api/fleet.ts';
import type { Thumbnails } from './files/thumbnails.ts';
import type { IndexedRun } from './index/indexed-run.ts';
import type { RunIndex } from './index/run-index.ts';
import type { TextSearch } from './index/text-search.ts';
import type { Desktops } from './live/desktops.ts';
import type { Running } from './live/running.ts';
import { ViewerError } from './viewer-error.ts';

/** What a queue tells those who watch. */
export interface Fleet {
  state(): Promise<FleetState>;
  /** A small picture (WebP) of an attempt that goes on; null: there is none. */
  picture(attempt: { sweep: string; key: string; attempt: number }): Promise<Buffer | null>;
}

/** What the routes of one viewer share. */
export interface World {
  /** The tree's real path. */
  root: string;
  index: RunIndex;
  running: Running;
  desktops: Desktops;
  thumbnails: Thumbnails;
  postToken: string;
  /** The queue that is watched; null: none. */
  fleet: Fleet | null;
  /** The runs' texts. */
  texts: TextSearch;
  /** What tokens of blinded runs are made with. */
  secret: string;
  readonly isWritable: boolean;
}

/** The run of an id. Throws ViewerError 404: ids are looked up, never turned into paths. */
export function runOf(world: World, id: string): IndexedRun {
  const run = world.index.get(id);
  if (run === undefined)
    throw new ViewerError(404, world.index.isReading ? 'The run isn’t read yet.' : 'There is no such run (any more).');
  return run;
}
