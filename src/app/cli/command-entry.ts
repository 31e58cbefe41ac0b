import type { Command } from 'commander';

/** A top-level command. `load` imports its definition on first use. */
export interface CommandEntry {
  readonly summary: string;
  readonly group: string;
  load(): Promise<Command>;
}

export type Commands = Readonly<Record<string, CommandEntry>>;
