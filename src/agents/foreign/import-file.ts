import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf, OsharmError, UsageError } from '../../base/errors.ts';
import { siblingProgram } from '../../base/record/sibling-program.ts';

let isOffered = false;

/** Lets user files import `osharm` and `osharm/…` from this installation, wherever they are stored. */
function offerOwnPackage(): void {
  if (isOffered) return;
  isOffered = true;
  registerHooks({
    resolve: (specifier, context, next) => {
      const module = /^osharm(?:\/([a-z-]+))?$/.exec(specifier);
      if (module === null) return next(specifier, context);
      const url = siblingProgram(import.meta.url, `../../app/library/${module[1] ?? 'index'}`);
      return existsSync(url) ? { url: url.href, shortCircuit: true } : next(specifier, context);
    },
  });
}

/** Throws OsharmError `agent-file-failed` for an agent, else UsageError `WHAT-file-failed`, if loading fails. */
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

function placeOf(cause: unknown, file: string): string {
  const stack = cause instanceof Error ? (cause.stack ?? '') : '';
  const at = stack.indexOf(`${resolve(file)}:`);
  const line = at < 0 ? undefined : /^\d+/.exec(stack.slice(at + resolve(file).length + 1))?.[0];
  return line === undefined ? '' : `line ${line}: `;
}
