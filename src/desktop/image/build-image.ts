import { chmod, copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fallback, isSystemError } from '../../base/expected-errors.ts';
import { cacheFolder } from '../client/cache-folder.ts';
import { readAptSettings, readAptSources } from './apt-sources.ts';
import { makeCertificateAuthority } from './certificate-authority.ts';
import { differingVersions } from './differing-versions.ts';
import { type BuildTools, checkHost } from './host-tools.ts';
import { type Image, type ImageRecord, readImage } from './image.ts';
import { moveLayers } from './move-range.ts';
import { createPackagesMeter, type OnProgress, percentOf } from './progress.ts';
import type { Recipe } from './recipe.ts';
import { runPhase } from './run-phase.ts';
import { copyReadable, openWorkspace, prepareCache, publishWorkspace } from './workspace.ts';

export interface BuildOptions {
  onProgress: OnProgress;
  signal?: AbortSignal | undefined;
}

/**
 * Builds a layer with Debian packages and a layer with VS Code, then combines them and the configuration into an image.
 * Finished layers are reused, and the image is published atomically. The caller must hold the build lock.
 */
export async function buildImage(recipe: Recipe, options: BuildOptions): Promise<Image> {
  const cache = cacheFolder();
  await prepareCache(cache);
  const tools = await checkHost(cache);
  await moveLayers(cache);
  const seconds: Record<string, number> = {};
  const timed = async (name: string, action: () => Promise<void>) => {
    const start = performance.now();
    await action();
    seconds[name] = Math.round((performance.now() - start) / 100) / 10;
  };
  const packages = `layers/packages-${recipe.packagesLayer}`;
  const code = `layers/code-${recipe.codeLayer}`;
  if (!(await exists(join(cache, packages))))
    await timed('packages', () => buildPackages(cache, packages, recipe, options));
  if (!(await exists(join(cache, code)))) await timed('code', () => buildCode(cache, code, packages, tools, options));
  await timed('assemble', () => assemble(cache, { packages, code }, recipe, seconds, options));
  const image = await readImage(recipe.id);
  if (image === null) throw new Error(`The image ${recipe.id} was built but can't be read.`);
  return image;
}

async function buildPackages(cache: string, place: string, recipe: Recipe, options: BuildOptions): Promise<void> {
  const work = await openWorkspace(cache, 'packages');
  await writeFile(join(cache, work, 'sources.list'), linesOf(await readAptSources()));
  await writeFile(join(cache, work, 'apt-settings'), linesOf(await readAptSettings()));
  const meter = createPackagesMeter(recipe.packages.length * 9);
  options.onProgress({
    phase: 'packages',
    percent: percentOf('packages', 0),
    message: 'reading package lists',
  });
  const onLine = (line: string) => {
    const step = meter(line);
    if (step !== null) {
      options.onProgress({ phase: 'packages', percent: percentOf('packages', step.part), message: step.message });
    }
  };
  await runPhase({
    ...phaseOptions('packages', cache, work, options),
    environment: { SUITE: recipe.parameters.suite },
    onLine,
  });
  await publishWorkspace(cache, work, place);
}

async function buildCode(
  cache: string,
  place: string,
  packages: string,
  { node, npm }: BuildTools,
  options: BuildOptions,
): Promise<void> {
  const work = await openWorkspace(cache, 'code');
  await copyReadable(node, join(cache, work, 'node'));
  await copyReadable(npm.program, join(cache, work, 'npm'));
  const certificates = join(cache, work, 'certificates.pem');
  if (npm.certificates === null) await writeFile(certificates, '');
  else await copyFile(npm.certificates, certificates);
  await chmod(certificates, 0o644);
  const environment = {
    PACKAGES: packages,
    npm_config_registry: npm.registry,
  };
  await runPhase({ ...phaseOptions('code', cache, work, options), environment });
  await publishWorkspace(cache, work, place);
}

async function assemble(
  cache: string,
  layers: { packages: string; code: string },
  recipe: Recipe,
  seconds: Record<string, number>,
  options: BuildOptions,
): Promise<void> {
  const start = performance.now();
  const work = await openWorkspace(cache, `image-${recipe.id}`);
  await makeCertificateAuthority(join(cache, work, 'ca'));
  const environment = { PACKAGES: layers.packages, CODE: layers.code };
  await runPhase({ ...phaseOptions('assemble', cache, work, options), environment });
  const { packages, ...measured } = await measuredIn(cache, work);
  await publishImage(
    cache,
    work,
    {
      id: recipe.id,
      recipe: recipe.id,
      ...measured,
      seconds: { ...seconds, assemble: Math.round((performance.now() - start) / 100) / 10 },
      packages: {
        ...packages,
        'code-server': recipe.parameters.codeServer,
        node: recipe.parameters.node,
      },
      differs: differingVersions(recipe.locked, packages),
    },
    options,
  );
}

/** What `describe` of image/put-together.sh and dpkg found in a finished tree. */
export async function measuredIn(cache: string, work: string) {
  const scratch = (name: string) => readFile(join(cache, work, 'scratch', name), 'utf8');
  const versions = (await scratch('versions')).trim().split('\n');
  const packages = Object.fromEntries(versions.map((line) => line.split('\t') as [string, string]));
  return {
    created: new Date().toISOString(),
    bytes: Number(await scratch('bytes')),
    files: Number(await scratch('files')),
    contents: (await scratch('contents')).trim(),
    packages,
  };
}

export async function publishImage(
  cache: string,
  work: string,
  record: ImageRecord,
  { onProgress }: BuildOptions,
): Promise<void> {
  await writeFile(join(cache, work, 'image.json'), `${JSON.stringify(record, null, 1)}\n`);
  await publishWorkspace(cache, work, `images/${record.id}`, ['ca', 'image.json']);
  onProgress({ phase: 'assemble', percent: 100, message: 'done' });
}

export const linesOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

export function phaseOptions(name: string, cache: string, work: string, { onProgress, signal }: BuildOptions) {
  const onLine = (line: string) => {
    const [, part, message] = /^phase: (\S+) (.*)$/.exec(line) ?? [];
    if (part !== undefined && message !== undefined) {
      onProgress({ phase: name, percent: percentOf(name, Number(part)), message });
    }
  };
  return { name, cache, work, onLine, signal };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(() => true, fallback(false, isSystemError));
}
