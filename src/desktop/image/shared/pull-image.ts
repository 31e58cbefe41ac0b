import { mkdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { EnvironmentError } from '../../../base/errors.ts';
import { fallback, isSystemError } from '../../../base/expected-errors.ts';
import type { ObjectPlace } from '../../../base/store/result-store.ts';
import { cacheFolder } from '../../client/cache-folder.ts';
import { fillFromArchive } from '../archive.ts';
import { takeBuildLock } from '../build-lock.ts';
import { type Image, readImage } from '../image.ts';
import type { BuildProgress, OnProgress } from '../progress.ts';
import { publishImage } from '../publish-image.ts';
import { openWorkspace, prepareCache } from '../workspace.ts';
import { kept } from './push-image.ts';
import {
  damaged,
  type ImagePart,
  imagePartName,
  partBytes,
  readSharedImage,
  type SharedImage,
  sha256Of,
} from './shared-image.ts';

const atOnce = 3;
/** Percentage of the progress that downloading accounts for. */
const downloadShare = 75;

/**
 * Downloads an image into the cache if it is missing, and verifies it against `address`, the SHA-256 of its
 * description. Only one process downloads; an interrupted download is resumed. Throws EnvironmentError.
 */
export async function pullImage(
  place: ObjectPlace,
  { id, address }: { id: string; address: string },
  options: { onProgress?: OnProgress; signal?: AbortSignal | undefined } = {},
): Promise<Image> {
  const onProgress = options.onProgress ?? (() => {});
  const { signal } = options;
  const there = await readImage(id);
  if (there !== null) return there;
  const cache = cacheFolder();
  const lock = await takeBuildLock(cache, { onProgress, signal });
  try {
    const meanwhile = await readImage(id);
    if (meanwhile !== null) return meanwhile;
    const report = (progress: BuildProgress): void => {
      lock.report(progress);
      onProgress(progress);
    };
    await prepareCache(cache);
    const shared = await readSharedImage(place, address);
    if (shared.record.id !== id)
      throw new EnvironmentError(`${place.place} has another desktop image, ${shared.record.id}, under that address.`, {
        code: 'image-shared-other',
        hint: 'Upload the right one with osharm setup image push, then submit the sweep again.',
      });
    await checkRoom(cache, shared);
    const folder = join(cache, 'downloads', 'images', address);
    await download(place, shared.parts, folder, report, signal);
    report({ phase: 'pull', percent: downloadShare, message: 'unpacking' });
    const image = await unpack(cache, shared, folder);
    await rm(folder, { recursive: true });
    report({ phase: 'pull', percent: 100, message: 'done' });
    return image;
  } finally {
    await lock.release();
  }
}

async function download(
  place: ObjectPlace,
  parts: readonly ImagePart[],
  folder: string,
  onProgress: OnProgress,
  signal: AbortSignal | undefined,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const waiting = [...parts];
  let done = 0;
  const loop = async (): Promise<void> => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      signal?.throwIfAborted();
      if (!(await isWhole(join(folder, imagePartName(part)), part))) await downloadPart(place, part, folder);
      done += 1;
      const percent = Math.round((downloadShare * done) / parts.length);
      onProgress({ phase: 'pull', percent, message: `${done} of ${parts.length} parts` });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
}

async function downloadPart(place: ObjectPlace, part: ImagePart, folder: string): Promise<void> {
  const name = imagePartName(part);
  const content = await place.read(name);
  if (content === null || sha256Of(content) !== part.sha256) throw damaged(place, name);
  const file = join(folder, name);
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}

async function isWhole(file: string, { sha256, bytes }: ImagePart): Promise<boolean> {
  const size = await stat(file).then((info) => info.size, fallback(null, isSystemError));
  return size === bytes && sha256Of(await readFile(file)) === sha256;
}

async function unpack(cache: string, { record, authority, parts }: SharedImage, folder: string): Promise<Image> {
  const work = await openWorkspace(cache, `image-${record.id}`);
  async function* content(): AsyncGenerator<Buffer, void, undefined> {
    for (const part of parts) {
      const packed = await readFile(join(folder, imagePartName(part)));
      yield await promisify(zstdDecompress)(packed, { maxOutputLength: partBytes });
    }
  }
  await fillFromArchive(content(), join(cache, work, 'rootfs'), kept);
  const caFolder = join(cache, work, 'ca');
  await mkdir(caFolder);
  await writeFile(join(caFolder, 'ca.crt'), authority.certificate);
  await writeFile(join(caFolder, 'ca.key'), authority.key, { mode: 0o600 });
  return publishImage(cache, work, record);
}

async function checkRoom(cache: string, { record, parts }: SharedImage): Promise<void> {
  const needed = (record.bytes ?? 0) + parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const { bavail, bsize } = await statfs(cache);
  if (bavail * bsize < needed)
    throw new EnvironmentError(
      `${cache} has ${((bavail * bsize) / 1e9).toFixed(1)} GB free; the desktop image takes ${(needed / 1e9).toFixed(1)} GB.`,
      { code: 'image-disk-full', hint: 'Free some space, or set OSHARM_CACHE to a folder on another disk.' },
    );
}
