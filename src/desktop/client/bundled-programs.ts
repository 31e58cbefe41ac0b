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

export interface ProgramSources {
  kind: 'guest' | 'supervisor';
  bundled: BuildOptions;
  /** Path in the bundle → file that is copied unchanged. */
  plain: ReadonlyMap<string, string>;
  recipe: string;
}

export interface BundledPrograms {
  /** Folder of the bundle, world-readable and never changed. */
  folder: string;
  hash: string;
}

const madeSchema = z.object({ hash: z.string(), sources: z.array(z.tuple([z.string(), z.string()])) });

let usesBundler = false;

/** Bundles programs into the cache. Reuses an earlier bundle as long as none of its sources has changed. */
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

/** Stops the bundler's child process (about 70 MB), which otherwise lives as long as this process. */
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
  // Modules that a plug-in generates have a namespace prefix: `builtin:node:fs`.
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

function noted(note: string): string | null {
  try {
    const { hash, sources } = madeSchema.parse(JSON.parse(readFileSync(note, 'utf8')));
    return sources.every(([path, content]) => sha256(readFileSync(path)) === content) ? hash : null;
  } catch (error) {
    rethrowUnless(error, isSystemError, isMalformed);
    return null;
  }
}

/** Records nothing if a source was written after `begun` (Unix milliseconds): the bundler may have read the old one. */
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
    // The cache is read-only: the programs are bundled again next time.
  }
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
