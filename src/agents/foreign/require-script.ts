import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { UsageError } from '../../base/errors.ts';

/** Flags that are followed by a module, a folder, code or a program on the path. */
const flagWithValue = '(?:[cmrI]|-require|-import|-(?:experimental-)?loader)';
/** An interpreter, its flags, and the path of a script without quotes, variables or `~`. */
const script = new RegExp(
  `^(?:python[\\d.]*|node|ruby|perl|bash|sh)\\s+(?:-(?!${flagWithValue}\\s)\\S+\\s+)*([\\w./+-]+\\.(?:py|[mc]?[jt]s|rb|pl|sh))(?:\\s|$)`,
);

const scriptOf = (command: string): string | undefined => script.exec(command.trim())?.[1];

/** Throws UsageError `script-missing` if a command starts a script that doesn't exist. */
export function requireScript(command: string): void {
  const path = scriptOf(command);
  if (path === undefined || existsSync(path)) return;
  throw new UsageError(`There is no file ${path}, which the command ${JSON.stringify(command)} starts.`, {
    code: 'script-missing',
    hint: 'Paths are relative to the folder in which you start osharm.',
  });
}

/** The place of a syntax error; a frame of the traceback also has `, in FUNCTION`. */
const placeOf = /^ +File ".*", line (\d+)$/m;
const parsePython = 'import ast, sys; ast.parse(open(sys.argv[1], "rb").read(), sys.argv[1])';

/**
 * Parses an agent's file, or the Python script that its command starts, without running it. Throws UsageError
 * `script-invalid` for a syntax error, and for a module that exports no agent.
 */
export function requireParsable(source: { kind: string; path?: string; command?: string }): void {
  const path = source.kind === 'file' ? source.path : scriptOf(source.command ?? '');
  if (path === undefined) return;
  if (path.endsWith('.py')) {
    const { status, stderr } = spawnSync('python3', ['-c', parsePython, path], { encoding: 'utf8', timeout: 10_000 });
    const error = /^(?:Syntax|Indentation|Tab)Error.*$/m.exec(stderr ?? '')?.[0];
    if (status === 1 && error !== undefined) throw invalid(`${path}:${placeOf.exec(stderr)?.[1]}`, error);
  }
  if (source.kind !== 'file') return;
  const code = readFileSync(path, 'utf8');
  try {
    stripTypeScriptTypes(code);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_INVALID_TYPESCRIPT_SYNTAX')
      throw invalid(path, (error as Error).message.trim());
  }
  if (/\b(?:createAgent|agent)|\bexport \*/.test(code)) return;
  throw new UsageError(`${path} exports neither createAgent nor agent.`, {
    code: 'script-invalid',
    hint: 'osharm setup agent --typescript writes a file to start from.',
  });
}

const invalid = (place: string, error: string): UsageError =>
  new UsageError(`${place} can't be loaded: ${error}`, {
    code: 'script-invalid',
    hint: 'Correct it and run the same command again.',
  });
