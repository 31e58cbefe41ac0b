import type { BlindRun, BlindTask, KitKind } from '../api/annotate.ts';
import type { ShownAttack, ShownTry } from '../api/attacks.ts';
import type { Region, RunCard } from '../api/overview.ts';
import type { RunDetail, StepRequest } from '../api.ts';

export interface SiteAbout {
  name: string;
  madeAt: string;
  /** Size of all files of the site except the index. */
  bytes: number;
}

/** The first part of a site: all runs in index order, as JSON text (`fromCached`). */
export interface SiteIndex {
  about: SiteAbout;
  runs: string[];
  attacks: ShownAttack[];
  /** By the attack's folder, without payload texts. */
  tries: Record<string, ShownTry[]>;
  cards: RunCard[];
}

export interface SiteRun {
  detail: Omit<RunDetail, 'previous' | 'next' | 'relatives'>;
  /** Null for steps without a recorded request. */
  requests: (StepRequest | null)[];
  /** The text files that the site includes, by name. */
  texts: Record<string, string>;
  changed: (Region | null)[];
}

export type SiteTrees = string[];

/** The first part of a kit. */
export interface KitIndex {
  kind: KitKind;
  /** Separates the answers of several kits in one browser. */
  id: string;
  /** In the order of annotation. */
  tokens: string[];
}

export type KitItem = Omit<BlindRun, 'mine'> | Omit<BlindTask, 'mine'>;

/** Names of a site's parts. In a folder, each is a file `data/{name}.js`. */
export const partName = {
  index: 'index',
  run: (id: string): string => `run-${id}`,
  trees: (id: string): string => `trees-${id}`,
  item: (token: string): string => `item-${token}`,
};

export interface SitePlace {
  begin(): Promise<void>;
  part(name: string, value: unknown): Promise<void>;
  /** `isShot` adds a thumbnail. Null for an invalid PNG. */
  picture(content: Buffer, isShot: boolean): Promise<{ full: string; small: string } | null>;
  files: number;
  bytes: number;
}
