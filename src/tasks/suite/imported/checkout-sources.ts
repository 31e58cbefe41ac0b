import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckoutSource } from './read-judge-words.ts';

/** Reads the files that exist, with `\n` line endings. */
export async function readSources(checkout: string, paths: readonly string[]): Promise<CheckoutSource[]> {
  const sources: CheckoutSource[] = [];
  for (const path of paths) {
    try {
      sources.push({ path, text: (await readFile(join(checkout, path), 'utf8')).replaceAll('\r\n', '\n') });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return sources;
}

export async function pythonFiles(checkout: string, folder: string): Promise<string[]> {
  try {
    const entries = await readdir(join(checkout, folder), { recursive: true });
    return entries
      .filter((name) => name.endsWith('.py'))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
