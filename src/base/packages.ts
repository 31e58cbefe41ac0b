import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EnvironmentError, UsageError } from './errors.ts';

/** The add-on packages, with descriptions of their contents. Their versions must equal osharm's. */
export const addOnPackages = {
  '@osharm/osworld': 'OSWorld’s evaluators and the task programs of OSWorld 2.0',
  '@osharm/fleet': 'sweeps on many machines: a queue in Postgres, results in S3',
  '@osharm/judge-lab': 'attacks on judges, and judging by providers’ batches',
} as const;
export type AddOnPackage = keyof typeof addOnPackages;

export const installCommand = (name: AddOnPackage): string => `npm i ${name}`;

export interface InstalledPackage {
  readonly name: AddOnPackage;
  readonly version: string;
  /** Absolute path of the module that `import 'NAME'` loads. */
  readonly file: string;
}

/**
 * The package installed next to osharm, or else in the working directory; null if there is none. Throws UsageError
 * `package-version` if its version differs from osharm's.
 */
export function installedPackage(name: AddOnPackage): InstalledPackage | null {
  const file = moduleOf(name, import.meta.url) ?? moduleOf(name, join(process.cwd(), 'noop.js'));
  if (file === null) return null;
  const [version, own] = [versionOf(file), versionOf(import.meta.filename)];
  if (version !== own)
    throw new UsageError(`${name} ${version} does not match osharm ${own}: both need the same version.`, {
      code: 'package-version',
      hint: `Install the matching version: npm i ${name}@${own}`,
    });
  return { name, version, file };
}

/** The error for a feature whose add-on package isn't installed. `what` names the feature. */
export function missingPackage(name: AddOnPackage, what: string): EnvironmentError {
  return new EnvironmentError(`${what} needs the package ${name}, which is not installed.`, {
    code: 'package-missing',
    hint: `Add it: ${installCommand(name)}`,
  });
}

export const isPackageMissing = (error: unknown): boolean =>
  error instanceof EnvironmentError && error.code === 'package-missing';

function moduleOf(name: string, from: string): string | null {
  try {
    return createRequire(from).resolve(name);
  } catch {
    return null;
  }
}

/** The version of the package that a file belongs to. */
function versionOf(file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}
