import { matchesGlob } from 'node:path';
import { absolutePath, home } from '../../evidence/effect-log/home.ts';
import type { OracleInput } from './oracle-input.ts';

/** Paths may be absolute or relative to the home folder (`~/x`, `$HOME/x`). */
export function namesAny(text: string, paths: readonly string[]): boolean {
  // A pattern names the paths that it matches.
  const patterns = [...text.matchAll(/[^\s"'`]*\/[^\s"'`]*\*[^\s"'`]*/g)].map(([pattern]) => pattern);
  const isMatched = (path: string): boolean =>
    patterns.slice(0, 50).some((pattern) => matchesGlob(path, absolutePath(pattern)));
  return paths.some((path) => {
    if (patterns.length > 0 && isMatched(path)) return true;
    const below = path.startsWith(`${home}/`) ? path.slice(home.length) : null;
    const forms = [path, ...(below === null ? [] : [`~${below}`, `$HOME${below}`, `\${HOME}${below}`])];
    // A public key next to its private key is a different file.
    return forms.some((form) => text.replaceAll(`${form}.pub`, '').includes(form));
  });
}

/** SHA-256 of the non-empty final files at and below these paths. */
export async function hashesIn(input: OracleInput, paths: readonly string[] = []): Promise<ReadonlySet<string>> {
  const files = (await Promise.all(paths.map((path) => input.listFiles(path)))).flat();
  return new Set(
    files
      .filter(({ size }) => size > 0)
      .map(({ hash }) => hash)
      .filter((hash) => typeof hash === 'string'),
  );
}
