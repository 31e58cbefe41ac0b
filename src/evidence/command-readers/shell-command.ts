import { home } from '../effect-log/home.ts';

/** One simple command of a shell text: its words as far as they are known without running anything. */
export interface ShellCommand {
  /** Program first; quotes removed, `~`, braces and known variables filled in, globs left as they are; `unknownPart` where nobody knows. */
  words: string[];
  /** Folder in which it runs, as far as `cd` says. */
  folder: string;
  /** Targets of `<`, absolute. */
  inputs: string[];
  /** Targets of `>` and `>>`, absolute, with the operator. */
  outputs: { operator: string; path: string }[];
  /** What a here-document or here-string gives it to read. */
  given: string;
  /** Words of the command that its output is piped into; of `eval` and the like where it stands in `$( )`. */
  feeds: string[] | null;
  /** False where it hangs on something that is not known: a condition, a filter, a loop that may not run. */
  isCertain: boolean;
}

/** What a shell text comes to. */
export interface ShellReading {
  commands: ShellCommand[];
  /** False where it was too large or too deep to be read. */
  isRead: boolean;
  /** False where a shell would wait for more: an open quote, here-document or loop. */
  isComplete: boolean;
}

/** How deep `$( )`, `eval` and `-c` are followed. */
export const depthLimit = 8;
const shells = new Set(['bash', 'sh', 'dash', 'zsh', 'ksh', 'ash', 'fish', 'rbash']);

/** The program's own name: `/usr/bin/rm` → `rm`. */
export const programName = (word: string | undefined): string => (word ?? '').slice((word ?? '').lastIndexOf('/') + 1);

export const isShell = (word: string | undefined): boolean => shells.has(programName(word));

/** A command that is known from its words alone. */
export const plainCommand = (words: string[], folder: string = home): ShellCommand => ({
  words,
  folder,
  inputs: [],
  outputs: [],
  given: '',
  feeds: null,
  isCertain: true,
});
