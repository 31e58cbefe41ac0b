import type { ShownAttack } from '../api/attacks.ts';
import type { Region, RunCard } from '../api/overview.ts';
import type { RunDetail, StepRequest } from '../api.ts';

/** What a static site says of itself. */
export interface SiteAbout {
  /** Name of the folder that it was made from. */
  name: string;
  /** When it was made: ISO 8601. */
  madeAt: string;
  /** Bytes of all files of the site but this one. */
  bytes: number;
}

/** The first of a site's parts: all runs as the index keeps them (`fromCached`), in the index's order. */
export interface SiteIndex {
  about: SiteAbout;
  runs: string[];
  attacks: ShownAttack[];
  /** Of the runs that the first page names. */
  cards: RunCard[];
}

/** A run of a site: what its page needs but its neighbours, relatives and trees. */
export interface SiteRun {
  detail: Omit<RunDetail, 'previous' | 'next' | 'relatives'>;
  /** Null where no request of the step was recorded. */
  requests: (StepRequest | null)[];
  /** Text files of the run by name, as far as they are part of the site. */
  texts: Record<string, string>;
  /** Where each step changed the screen. */
  changed: (Region | null)[];
}

/** The accessibility tree of each step. */
export type SiteTrees = string[];

/** Names of a site's parts; each is a file `data/{name}.js`. */
export const partName = {
  index: 'index',
  run: (id: string): string => `run-${id}`,
  trees: (id: string): string => `trees-${id}`,
};

/** Where the parts of a site go: a folder, or one page. */
export interface SitePlace {
  begin(): Promise<void>;
  part(name: string, value: unknown): Promise<void>;
  /** Puts a PNG into the site, with a small one of it where that is asked for; null where it is no whole PNG. */
  picture(content: Buffer, isShot: boolean): Promise<{ full: string; small: string } | null>;
  files: number;
  bytes: number;
}
