import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EnvironmentError } from '../../base/errors.ts';
import { cachedFolder } from '../../desktop/client/cached-folder.ts';

const web = fileURLToPath(new URL('./web/', import.meta.url));
const views = fileURLToPath(new URL('../views/', import.meta.url));
/** Files outside of the pages' folder that the pages import. */
const shared = [
  './api.ts',
  './try-api.ts',
  '../../base/day-words.ts',
  '../../base/record/unseen-text.ts',
  '../../base/record/step-number.ts',
  '../../base/spread-labels.ts',
].map((file) => fileURLToPath(new URL(file, import.meta.url)));
const program = fileURLToPath(new URL('./build-pages.ts', import.meta.url));
const lock = fileURLToPath(new URL('../../../package-lock.json', import.meta.url));

/** Prebuilt in the installed package. */
const ready = fileURLToPath(new URL('./pages/', import.meta.url));

let made: Promise<{ folder: string }> | null = null;

/**
 * `index.html` and `assets/`. In a checkout, Vite builds them (about 2 s) into the user's cache folder when the sources
 * change. Concurrent builds are safe, since the first to be renamed into place is used.
 */
export function webBundle(): Promise<{ folder: string }> {
  made ??= build().catch((error: unknown) => {
    made = null;
    throw error;
  });
  return made;
}

async function build(): Promise<{ folder: string }> {
  if (existsSync(ready)) return { folder: ready };
  return { folder: await cachedFolder('viewer', await hashOfSources(), bundle) };
}

async function bundle(outDir: string): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [program, outDir]);
  } catch (error) {
    const message = String((error as { stderr?: unknown }).stderr ?? error).trim();
    throw new EnvironmentError(`The viewer’s pages could not be built: ${message.slice(0, 1000)}`, {
      code: 'viewer-bundle',
      hint: 'Run `npm install` in osharm’s folder.',
      cause: error,
    });
  }
}

async function hashOfSources(): Promise<string> {
  const digest = createHash('sha256');
  const folders = [web, views].map((folder) => readdir(folder, { recursive: true, withFileTypes: true }));
  const names = (await Promise.all(folders)).flat();
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of [...files.sort(), ...shared, program, lock])
    digest.update(`${file.slice(web.length)}\0`).update(await readFile(file));
  return digest.digest('hex').slice(0, 16);
}
