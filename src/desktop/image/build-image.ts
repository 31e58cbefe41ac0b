import { chmod, copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fallback, isSystemError } from '../../base/expected-errors.ts';
import { cacheFolder } from '../client/cache-folder.ts';
import { readAptSettings, readAptSources } from './apt-sources.ts';
import { makeCertificateAuthority } from './certificate-authority.ts';
import { differingVersions } from './differing-versions.ts';
import { type BuildTools, checkHost } from './host-tools.ts';
import type { Image } from './image.ts';
import { moveLayers } from './move-range.ts';
import { createBuildMeter, createPackagesMeter, type OnPhase, type OnProgress } from './progress.ts';
import { publishImage } from './publish-image.ts';
import type { Recipe } from './recipe.ts';
import { runPhase } from './run-phase.ts';
import { copyReadable, openWorkspace, prepareCache, publishWorkspace } from './workspace.ts';

export interface BuildOptions {
  onProgress: OnProgress;
  signal?: AbortSignal | undefined;
}

/** Percentages of a build's duration. */
const shares = { packages: 45, code: 45, assemble: 10 };

/** A build in progress. */
interface Building {
  cache: string;
  recipe: Recipe;
  report: OnPhase;
  signal?: AbortSignal | undefined;
}

/**
 * Builds a layer with Debian packages and a layer with VS Code at the same time, then combines them and the configuration
 * into an image. Finished layers are reused, and the image is published atomically. The caller needs the build lock.
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
    seconds[name] = secondsSince(start);
  };
  const packages = `layers/packages-${recipe.packagesLayer}`;
  const code = `layers/code-${recipe.codeLayer}`;
  const missing: Partial<typeof shares> = { assemble: shares.assemble };
  const actions: ((building: Building) => Promise<void>)[] = [];
  if (!(await exists(join(cache, packages)))) {
    missing.packages = shares.packages;
    actions.push((layer) => timed('packages', () => buildPackages(layer, packages)));
  }
  if (!(await exists(join(cache, code)))) {
    missing.code = shares.code;
    actions.push((layer) => timed('code', () => buildCode(layer, code, tools)));
  }
  const building = { cache, recipe, report: createBuildMeter(options.onProgress, missing), signal: options.signal };
  await bothOrNeither(building, actions);
  return assemble(building, { packages, code }, seconds);
}

/** Runs the actions at the same time. If one fails, ends the others and throws its error. */
async function bothOrNeither(building: Building, actions: ((building: Building) => Promise<void>)[]): Promise<void> {
  const stopping = new AbortController();
  const signals = [stopping.signal, building.signal].filter((signal) => signal !== undefined);
  const signal = AbortSignal.any(signals);
  await Promise.allSettled(
    actions.map((action) =>
      action({ ...building, signal }).catch((error: unknown) => {
        stopping.abort(error);
        throw error;
      }),
    ),
  );
  building.signal?.throwIfAborted();
  stopping.signal.throwIfAborted();
}

async function buildPackages(building: Building, place: string): Promise<void> {
  const { cache, recipe, report } = building;
  const work = await openWorkspace(cache, 'packages');
  await writeAptFiles(cache, work);
  const meter = createPackagesMeter(recipe.packages.length * 9);
  report('packages', 0, 'reading package lists');
  const onLine = (line: string) => {
    const step = meter(line);
    if (step !== null) report('packages', step.part, step.message);
  };
  const environment = { SUITE: recipe.parameters.suite };
  await runPhase({ ...phaseOptions('packages', work, building), environment, onLine });
  report('packages', 1, 'done');
  await publishWorkspace(cache, work, place);
}

async function buildCode(building: Building, place: string, { node, npm }: BuildTools): Promise<void> {
  const { cache, recipe, report } = building;
  const work = await openWorkspace(cache, 'code');
  await writeAptFiles(cache, work);
  await copyReadable(node, join(cache, work, 'node'));
  await copyReadable(npm.program, join(cache, work, 'npm'));
  const certificates = join(cache, work, 'certificates.pem');
  if (npm.certificates === null) await writeFile(certificates, '');
  else await copyFile(npm.certificates, certificates);
  await chmod(certificates, 0o644);
  const environment = { SUITE: recipe.parameters.suite, npm_config_registry: npm.registry };
  await runPhase({ ...phaseOptions('code', work, building), environment });
  report('code', 1, 'done');
  await publishWorkspace(cache, work, place);
}

/** This machine's mirror and settings of apt. Without a mirror of bookworm, the sources of `otherwise`. */
export async function writeAptFiles(cache: string, work: string, otherwise = async () => ''): Promise<void> {
  const sources = await readAptSources();
  await writeFile(join(cache, work, 'sources.list'), sources.length === 0 ? await otherwise() : linesOf(sources));
  await writeFile(join(cache, work, 'apt-settings'), linesOf(await readAptSettings()));
}

async function assemble(
  building: Building,
  layers: { packages: string; code: string },
  seconds: Readonly<Record<string, number>>,
): Promise<Image> {
  const { cache, recipe, report } = building;
  const start = performance.now();
  const work = await openWorkspace(cache, `image-${recipe.id}`);
  await makeCertificateAuthority(join(cache, work, 'ca'));
  const environment = { PACKAGES: layers.packages, CODE: layers.code };
  await runPhase({ ...phaseOptions('assemble', work, building), environment });
  const { packages, ...measured } = await measuredIn(cache, work);
  const image = await publishImage(cache, work, {
    id: recipe.id,
    recipe: recipe.id,
    ...measured,
    seconds: { ...seconds, assemble: secondsSince(start) },
    packages: {
      ...packages,
      'code-server': recipe.parameters.codeServer,
      node: recipe.parameters.node,
    },
    differs: differingVersions(recipe.locked, packages),
  });
  report('assemble', 1, 'done');
  return image;
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

export const secondsSince = (start: number): number => Math.round((performance.now() - start) / 100) / 10;

const linesOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

export function phaseOptions(name: string, work: string, building: Omit<Building, 'recipe'>) {
  const { cache, report, signal } = building;
  const onLine = (line: string) => {
    const [, part, message] = /^phase: (\S+) (.*)$/.exec(line) ?? [];
    if (part !== undefined && message !== undefined) report(name, Number(part), message);
  };
  return { name, cache, work, onLine, signal };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(() => true, fallback(false, isSystemError));
}
