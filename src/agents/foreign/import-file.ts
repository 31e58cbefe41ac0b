import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf, OsharmError, UsageError } from '../../base/errors.ts';
import { siblingProgram } from '../../base/record/sibling-program.ts';

let isOffered = false;

/** From now on a user's file that imports `osharm` gets the library of this very program, wherever it lies. */
function offerOwnPackage(): void {
  if (isOffered) return;
  isOffered = true;
  const url = siblingProgram(import.meta.url, '../../app/library/index').href;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'osharm' ? { url, shortCircuit: true } : next(specifier, context),
  });
}

/**
 * What a file of a user exports. Throws OsharmError `agent-file-failed` if it can't be loaded, and UsageError
 * `defence-file-failed`, `monitor-file-failed`, `plugin-file-failed` or `config-file-failed`.
 */
export async function importFile(
  what: 'agent' | 'defence' | 'monitor' | 'plugin' | 'config',
  file: string,
): Promise<Record<string, unknown>> {
  offerOwnPackage();
  try {
    return (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>;
  } catch (cause) {
    if (cause instanceof OsharmError) throw cause;
    const code = `${what}-file-failed`;
    const message = `The ${what} file ${file} can't be loaded: ${placeOf(cause, file)}${messageOf(cause)}`;
    throw what === 'agent'
      ? new OsharmError(message, { code, blame: 'agent', cause })
      : new UsageError(message, { code, cause });
  }
}

/** `line 3: ` of an error that names a line of this file, as a syntax error of TypeScript does; else nothing. */
function placeOf(cause: unknown, file: string): string {
  const stack = cause instanceof Error ? (cause.stack ?? '') : '';
  const at = stack.indexOf(`${resolve(file)}:`);
  const line = at < 0 ? undefined : /^\d+/.exec(stack.slice(at + resolve(file).length + 1))?.[0];
  return line === undefined ? '' : `line ${line}: `;
}
