import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../suites', import.meta.url));

export const bundledSuite = join(folder, 'hermetic');

/** Returns the folders of all bundled suites that have tasks. */
export function bundledSuites(): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name))
    .filter((path) => existsSync(join(path, 'examples')))
    .sort();
}

/** Substitutes for files that OS-Harm's tasks download, in the layout of `--assets`. */
export const osHarmStandIns = join(folder, 'os-harm-oracles', 'stand-ins');
