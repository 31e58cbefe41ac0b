import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Adds the variables of a `.env` file. Variables that are already set take precedence. */
export function environmentWithFile(
  file = '.env',
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string | undefined> {
  // Some Python projects have a virtual environment named `.env`.
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() !== false) return { ...environment };
  return { ...parseEnv(readFileSync(file, 'utf8')), ...environment };
}
