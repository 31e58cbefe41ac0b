import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { EnvironmentError } from '../../base/errors.ts';
import { fallback, isSystemError } from '../../base/expected-errors.ts';
import { cacheFolder } from '../client/cache-folder.ts';
import type { Addition } from './addition.ts';
import { type BuildOptions, measuredIn, phaseOptions, secondsSince, writeAptFiles } from './build-image.ts';
import { checkHost } from './host-tools.ts';
import type { Image } from './image.ts';
import { createBuildMeter } from './progress.ts';
import { publishImage } from './publish-image.ts';
import type { Recipe } from './recipe.ts';
import { runPhase } from './run-phase.ts';
import { copyReadable, openWorkspace, prepareCache } from './workspace.ts';

/** Depends on the recipe and on the content and order of the additions. */
export function extendedImageId(recipe: Recipe, additions: readonly Addition[]): string {
  const ids = [recipe.id, ...additions.map(({ id }) => id)];
  return createHash('sha256').update(ids.join('\0')).digest('hex').slice(0, 16);
}

/**
 * Builds an image with additions. It shares the files of `base` that they leave unchanged, and its certificate authority.
 * Needs the build lock. Throws EnvironmentError.
 */
export async function extendImage(
  base: Image,
  recipe: Recipe,
  additions: readonly Addition[],
  options: BuildOptions,
): Promise<Image> {
  const cache = cacheFolder();
  await prepareCache(cache);
  await checkHost(cache);
  const start = performance.now();
  const id = extendedImageId(recipe, additions);
  const work = await openWorkspace(cache, `image-${id}`);
  await writeAptFiles(cache, work, () => chosenSources(cache, recipe));
  await cp(join(base.folder, 'ca'), join(cache, work, 'ca'), { recursive: true });
  await mkdir(join(cache, work, 'additions'), { mode: 0o755 });
  for (const [index, { name, folder }] of additions.entries()) {
    const place = join(cache, work, 'additions', String(index).padStart(3, '0'));
    await mkdir(place, { mode: 0o755 });
    await writeFile(join(place, 'name'), name, { mode: 0o644 });
    await copyReadable(folder, join(place, 'files'));
  }
  const environment = { BASE: relative(cache, base.rootfs) };
  const report = createBuildMeter(options.onProgress, { extend: 1 });
  await runPhase({ ...phaseOptions('extend', work, { cache, report, signal: options.signal }), environment });
  const { packages, ...measured } = await measuredIn(cache, work);
  const image = await publishImage(cache, work, {
    id,
    recipe: recipe.id,
    additions: additions.map((addition) => ({ name: addition.name, id: addition.id })),
    ...measured,
    seconds: { extend: secondsSince(start) },
    packages: { ...base.record.packages, ...packages },
    differs: base.record.differs,
  });
  report('extend', 1, 'done');
  return image;
}

/** The sources that mmdebstrap chose for the base image on another release. */
async function chosenSources(cache: string, recipe: Recipe): Promise<string> {
  const chosen = join(cache, `layers/packages-${recipe.packagesLayer}/rootfs/etc/apt/sources.list`);
  const text = await readFile(chosen, 'utf8').catch(fallback(null, isSystemError));
  if (text === null)
    throw new EnvironmentError('This machine names no mirror of Debian 12 to install packages from.', {
      code: 'image-no-mirror',
      hint: 'Add a line “deb MIRROR bookworm main” to a file in /etc/apt/sources.list.d.',
    });
  return text;
}
