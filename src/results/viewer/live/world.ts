import type { FleetState } from '../api/fleet.ts';
import type { Thumbnails } from '../files/thumbnails.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import type { RunIndex } from '../index/run-index.ts';
import type { TextSearch } from '../index/text-search.ts';
import { ViewerError } from '../viewer-error.ts';
import type { Desktops } from './desktops.ts';
import type { Running } from './running.ts';

export interface Fleet {
  state(): Promise<FleetState>;
  /** As WebP. */
  picture(attempt: { sweep: string; key: string; attempt: number }): Promise<Buffer | null>;
}

export interface World {
  /** The tree's real path. */
  root: string;
  index: RunIndex;
  running: Running;
  desktops: Desktops;
  thumbnails: Thumbnails;
  postToken: string;
  fleet: Fleet | null;
  texts: TextSearch;
  secret: string;
  readonly isWritable: boolean;
}

/** Ids are looked up and never become paths. Throws ViewerError 404. */
export function runOf(world: World, id: string): IndexedRun {
  const run = world.index.get(id);
  if (run === undefined)
    throw new ViewerError(404, world.index.isReading ? 'The run isn’t read yet.' : 'There is no such run (any more).');
  return run;
}
