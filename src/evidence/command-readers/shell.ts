import { type ParsedScript, parse } from 'unbash';
import { home } from '../effect-log/home.ts';
import type { ShellCommand, ShellReading } from './shell-command.ts';
import { ShellReader } from './shell-reader.ts';

const longest = 200_000;

/** Includes commands in `$( )`, `bash -c` and `eval`. */
export const shellCommands = (text: string, folder: string = home): ShellCommand[] => readShell(text, folder).commands;

/** Parses a shell text without running it. Size, depth and work are bounded. */
export function readShell(text: string, folder: string = home, depth = 0): ShellReading {
  const script = text.length > longest ? null : parsed(text);
  if (script === null) return { commands: [], isRead: false, isComplete: true };
  const reader = new ShellReader(folder, depth, readShell);
  const isRead = reader.read(script);
  const isComplete = !reader.isOpen && !(script.errors ?? []).some(({ message }) => isOpenEnd.test(message));
  return {
    commands: isRead ? reader.commands : [],
    isRead,
    isComplete: isComplete && !/(?:^|[^\\])(?:\\\\)*\\$/.test(text),
  };
}

const isOpenEnd = /^unterminated|^expected .*(?:to close|command after '(?:&&|\|\|?|do|then|else)')/;

function parsed(text: string): ParsedScript | null {
  try {
    return parse(text);
  } catch (error) {
    // Nesting that is deep enough to overflow the parser's stack.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
