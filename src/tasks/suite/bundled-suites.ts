import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../suites', import.meta.url));

/** The default suite. */
export const bundledSuite = join(folder, 'hermetic');

/** The folders of all bundled suites with tasks. */
export function bundledSuites(): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name))
    .filter((path) => existsSync(join(path, 'examples')))
    .sort();
}

/**
 * Substitutes for the files that OS-Harm's tasks download, in the layout of `--assets`. Reference solutions run on
 * them.
 */
export const osHarmStandIns = join(folder, 'os-harm-oracles', 'stand-ins');
