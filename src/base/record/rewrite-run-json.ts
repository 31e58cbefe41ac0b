import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordFailure } from './record-failure.ts';
import type { RunJson } from './run-json.ts';
import { writeWholeFile } from './write-whole-file.ts';

/** Replaces fields atomically and keeps all others. Throws OsharmError if that fails. */
export function rewriteRunJson(directory: string, changed: Partial<RunJson>): void {
  const file = join(directory, 'run.json');
  try {
    const before = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    writeWholeFile(file, `${JSON.stringify({ ...before, ...changed }, null, 2)}\n`);
  } catch (error) {
    throw recordFailure(error, directory);
  }
}
