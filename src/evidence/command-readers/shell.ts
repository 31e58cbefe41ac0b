import { type ParsedScript, parse } from 'unbash';
import { home } from '../effect-log/home.ts';
import type { ShellCommand, ShellReading } from './shell-command.ts';
import { ShellReader } from './shell-reader.ts';

const longest = 200_000;

/** The simple commands of a shell text, those inside `$( )`, `bash -c` and `eval` included. */
export const shellCommands = (text: string, folder: string = home): ShellCommand[] => readShell(text, folder).commands;

/** Reads a shell text by the grammar of Bash. Bounded in size, depth and work; never runs anything. */
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

/** Null for a text that the parser gives up on. */
function parsed(text: string): ParsedScript | null {
  try {
    return parse(text);
  } catch (error) {
    // Nesting made to break a parser.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
