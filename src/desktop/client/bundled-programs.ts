import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { z } from 'zod';
import { isMalformed, isSystemError, rethrowUnless } from '../../base/expected-errors.ts';
import { cacheFolder } from './cache-folder.ts';
import { useCached } from './cache-use.ts';
import { cachedFolder } from './cached-folder.ts';

/** Programs that run beside the desktop's own, in one folder. */
export interface ProgramSources {
  /** The folder of the cache that they go to. */
  kind: 'guest' | 'supervisor';
  /** What is bundled, by esbuild's options. */
  bundled: BuildOptions;
  /** Path in the folder → the file that is taken as it is. */
  plain: ReadonlyMap<string, string>;
  /** The module that asks: with another one the same sources may give other programs. */
  recipe: string;
}

export interface BundledPrograms {
  /** Readable by all, never changed once it is there. */
  folder: string;
  /** Content address of all that is in the folder. */
  hash: string;
}

/** What programs were made of the last time: files with their SHA-256. */
const madeSchema = z.object({ hash: z.string(), sources: z.array(z.tuple([z.string(), z.string()])) });

let usesBundler = false;

/**
 * Makes programs in the cache, named by their content; does nothing more where they are there. The bundler takes half a
 * second of a processor, so what it read is noted: while none of that has changed it isn't asked again.
 */
export async function bundledPrograms(sources: ProgramSources): Promise<BundledPrograms> {
  const { kind, plain, recipe } = sources;
  const tools = [recipe, createRequire(import.meta.url).resolve('esbuild/package.json')];
  const listed = [...plain.values(), ...tools];
  const note = join(cacheFolder(), 'bundles', `${kind}-${sha256(listed.join('\0')).slice(0, 16)}.json`);
  const known = noted(note);
  if (known !== null) {
    const folder = join(cacheFolder(), kind, known);
    useCached(`${kind}/${known}`);
    if (existsSync(folder)) return { folder, hash: known };
  }
  const begun = performance.timeOrigin + performance.now();
  const { files, inputs } = await bundle(sources.bundled);
  for (const [name, path] of plain) files.set(name, readFileSync(path));
  const digest = createHash('sha256');
  for (const name of [...files.keys()].sort())
    digest.update(`${name}\0${files.get(name)?.length}\0`).update(files.get(name) ?? '');
  const hash = digest.digest('hex').slice(0, 16);
  const folder = await cachedFolder(kind, hash, (made) => writeAll(made, files));
  await keepNote(note, hash, [...listed, ...inputs], begun);
  return { folder, hash };
}

/** Ends the bundler's own process, which would stay for as long as this one, with 70 MB. */
export async function stopBundler(): Promise<void> {
  if (!usesBundler) return;
  const { stop } = await import('esbuild');
  await stop();
}

async function bundle(options: BuildOptions): Promise<{ files: Map<string, Uint8Array>; inputs: string[] }> {
  usesBundler = true;
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    ...options,
    outdir: '/',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  // What a plug-in made up is in a namespace of its own: `builtin:node:fs`.
  const inputs = Object.keys(metafile.inputs).filter((path) => !path.startsWith('builtin:'));
  return {
    files: new Map(outputFiles.map((file) => [file.path.replace(/^.*\//, ''), file.contents])),
    inputs: inputs.map((path) => resolve(path)),
  };
}

async function writeAll(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const [name, content] of files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o755 });
    await writeFile(path, content);
    await chmod(path, 0o644);
  }
  await chmod(folder, 0o755);
}

/** The hash of the programs that a note tells of; null where there is none, or where a source has changed since. */
function noted(note: string): string | null {
  try {
    const { hash, sources } = madeSchema.parse(JSON.parse(readFileSync(note, 'utf8')));
    return sources.every(([path, content]) => sha256(readFileSync(path)) === content) ? hash : null;
  } catch (error) {
    rethrowUnless(error, isSystemError, isMalformed);
    return null;
  }
}

/** `begun`: Unix milliseconds. A source that was written since may be another one than the bundler read: then nothing is noted. */
async function keepNote(note: string, hash: string, sources: readonly string[], begun: number): Promise<void> {
  if (sources.some((path) => statSync(path).mtimeMs > begun)) return;
  const made = { hash, sources: sources.map((path): [string, string] => [path, sha256(readFileSync(path))]) };
  const temporary = `${note}.new-${process.pid}`;
  try {
    await mkdir(dirname(note), { recursive: true });
    await writeFile(temporary, JSON.stringify(made));
    await rename(temporary, note);
  } catch (error) {
    rethrowUnless(error, isSystemError);
    // A cache that may only be read: the bundler is asked each time.
  }
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
