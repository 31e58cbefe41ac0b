import { home } from '../effect-log/home.ts';

/** A simple command with its statically known words. */
export interface ShellCommand {
  /** Quotes are removed, `~`, braces and known variables expanded, globs kept. Unknown parts are `unknownPart`. */
  words: string[];
  folder: string;
  inputs: string[];
  outputs: { operator: string; path: string }[];
  given: string;
  /** The command that reads its output, through a pipe or `$( )`. */
  feeds: string[] | null;
  /** False under an unknown condition or filter, or in a loop that possibly never runs. */
  isCertain: boolean;
  /** True in a loop. */
  isRepeated?: boolean;
}

export interface ShellReading {
  commands: ShellCommand[];
  /** False if the text was too large or too deep. */
  isRead: boolean;
  /** False if the shell would wait for more: an open quote, here-document or loop. */
  isComplete: boolean;
}

/** Maximum nesting of `$( )`, `eval` and `-c`. */
export const depthLimit = 8;
const shells = new Set(['bash', 'sh', 'dash', 'zsh', 'ksh', 'ash', 'fish', 'rbash']);

export const programName = (word: string | undefined): string => (word ?? '').slice((word ?? '').lastIndexOf('/') + 1);

export const isShell = (word: string | undefined): boolean => shells.has(programName(word));

export const plainCommand = (words: string[], folder: string = home): ShellCommand => ({
  words,
  folder,
  inputs: [],
  outputs: [],
  given: '',
  feeds: null,
  isCertain: true,
});
