import { existsSync } from 'node:fs';
import { UsageError } from '../../base/errors.ts';

/** Flags that are followed by a module, a folder, code or a program on the path. */
const flagWithValue = '(?:[cmrI]|-require|-import|-(?:experimental-)?loader)';
/** An interpreter, its flags, and the path of a script without quotes, variables or `~`. */
const script = new RegExp(
  `^(?:python[\\d.]*|node|ruby|perl|bash|sh)\\s+(?:-(?!${flagWithValue}\\s)\\S+\\s+)*([\\w./+-]+\\.(?:py|[mc]?[jt]s|rb|pl|sh))(?:\\s|$)`,
);

/** Throws UsageError `script-missing` if a command starts a script that doesn't exist. */
export function requireScript(command: string): void {
  const path = script.exec(command.trim())?.[1];
  if (path === undefined || existsSync(path)) return;
  throw new UsageError(`There is no file ${path}, which the command ${JSON.stringify(command)} starts.`, {
    code: 'script-missing',
    hint: 'Paths are relative to the folder in which you start osharm.',
  });
}
