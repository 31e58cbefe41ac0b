import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** The environment with what a `.env` file adds to it; what is already set wins, as everywhere. */
export function environmentWithFile(
  file = '.env',
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string | undefined> {
  // A folder of that name is some Python environment.
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() !== false) return { ...environment };
  return { ...parseEnv(readFileSync(file, 'utf8')), ...environment };
}
