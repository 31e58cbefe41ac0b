import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf, OsharmError, UsageError } from './errors.ts';

let isOffered = false;

/** Lets user files in any folder import `osharm` and `osharm/…` from this installation. */
function offerOwnPackage(): void {
  if (isOffered) return;
  isOffered = true;
  const manifest = new URL('../../package.json', import.meta.url);
  const { exports } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    exports: Record<string, string | { default: string }>;
  };
  registerHooks({
    resolve: (specifier, context, next) => {
      const path = /^osharm(?<below>\/.+)?$/.exec(specifier);
      const target = path === null ? undefined : exports[`.${path.groups?.below ?? ''}`];
      if (target === undefined) return next(specifier, context);
      return { url: new URL(typeof target === 'string' ? target : target.default, manifest).href, shortCircuit: true };
    },
  });
}

/** Throws OsharmError `agent-file-failed` for an agent, else UsageError `WHAT-file-failed`, if loading fails. */
export async function importFile(
  what: 'agent' | 'defence' | 'monitor' | 'protocol' | 'plugin' | 'config',
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
