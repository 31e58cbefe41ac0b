import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../suites', import.meta.url));

/** Folder of the suite that is meant where none is named. */
export const bundledSuite = join(folder, 'hermetic');

/** Folders of all suites that come with the program; what has no tasks (oracles for others' goals) is none. */
export function bundledSuites(): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name))
    .filter((path) => existsSync(join(path, 'examples')))
    .sort();
}

/** Files of our own for what OS-Harm's tasks download, as `--assets` takes them: reference solutions run on them. */
export const osHarmStandIns = join(folder, 'os-harm-oracles', 'stand-ins');
