import type { Command } from 'commander';

/** A command of the first level: its line and group in `osharm --help`, and its definition, loaded when it is called. */
export interface CommandEntry {
  readonly summary: string;
  readonly group: string;
  load(): Promise<Command>;
}

export type Commands = Readonly<Record<string, CommandEntry>>;
