import type { Command } from 'commander';
import packageJson from '../../../../package.json' with { type: 'json' };
import { EnvironmentError } from '../../../base/errors.ts';
import { counted } from '../../../base/record/counted.ts';
import { makeFolder } from '../../../base/record/make-folder.ts';
import { imagesBeside } from '../../../base/store/object-place.ts';
import { cacheFolder } from '../../../desktop/client/cache-folder.ts';
import { ensureGuestBundle } from '../../../desktop/client/guest-bundle.ts';
import { differingNote } from '../../../desktop/image/differing-versions.ts';
import { ensureImage } from '../../../desktop/image/ensure-image.ts';
import { listImages, wantedImageId } from '../../../desktop/image/find-image.ts';
import { type Image, readImage } from '../../../desktop/image/image.ts';
import { exportOci } from '../../../desktop/image/oci/export-oci.ts';
import { exportWorker } from '../../../desktop/image/oci/export-worker.ts';
import { writeBuildContext } from '../../../desktop/image/oci/write-build-context.ts';
import { removeImage, removeUnused } from '../../../desktop/image/remove-image.ts';
import { pullImage } from '../../../desktop/image/shared/pull-image.ts';
import { pushImage } from '../../../desktop/image/shared/push-image.ts';
import { sharedImageAddress } from '../../../desktop/image/shared/shared-image.ts';
import { ensureSessionLayer } from '../../../desktop/providers/sandbox/session-layer.ts';
import { imageProgress, jsonProgress } from '../image-progress.ts';
import { listed } from '../processes.ts';
import { checkOutput, orUnwritable } from '../write-output.ts';

export async function exportImage(
  options: { oci?: string; dockerfile?: string; worker?: string; json?: boolean },
  command: Command,
): Promise<void> {
  if ([options.oci, options.dockerfile, options.worker].filter((item) => item !== undefined).length !== 1)
    command.error('error: give one of --oci FILE, --worker FILE and --dockerfile FOLDER', { exitCode: 2 });
  if (options.dockerfile !== undefined) {
    const folder = options.dockerfile;
    orUnwritable(folder, () => makeFolder(folder));
    await writeBuildContext(folder);
    if (options.json) process.stdout.write(`${JSON.stringify({ folder: options.dockerfile })}\n`);
    else process.stdout.write(`Build it: docker build -t osharm-desktop ${options.dockerfile}\n`);
  }
  if (options.oci !== undefined) await exportAsOci(options.oci, options.json);
  if (options.worker !== undefined) await exportAsWorker(options.worker, options.json);
}

async function exportAsWorker(file: string, asJson: boolean | undefined): Promise<void> {
  checkOutput(file);
  const image = await ensureImage({ onProgress: asJson ? jsonProgress : imageProgress() });
  const source = { id: image.id, created: image.record.created, cache: cacheFolder(), version: packageJson.version };
  const written = await exportWorker(file, source, (what) => {
    if (!asJson) process.stderr.write(`packing: ${what}\n`);
  });
  if (asJson) process.stdout.write(`${JSON.stringify({ file, ...written }, null, 2)}\n`);
  else
    process.stdout.write(
      `${file}: ${written.tag}, ${(written.bytes / 1e9).toFixed(1)} GB.\nLoad it: podman load -i ${file}\nHow to run it: docs/run/fleet.md\n`,
    );
}

async function exportAsOci(file: string, asJson: boolean | undefined): Promise<void> {
  checkOutput(file);
  const image = await ensureImage({ onProgress: asJson ? jsonProgress : imageProgress() });
  const session = await ensureSessionLayer(await ensureGuestBundle());
  const source = { id: image.id, created: image.record.created, rootfs: image.rootfs, session };
  const written = await exportOci(file, source, (what) => {
    if (!asJson) process.stderr.write(`packing: ${what}\n`);
  });
  if (asJson) process.stdout.write(`${JSON.stringify({ file: file, ...written }, null, 2)}\n`);
  else
    process.stdout.write(
      `${file}: ${written.tag}, ${(written.bytes / 1e9).toFixed(1)} GB.\nLoad it: docker load -i ${file}   (or podman)\nRun it:  docker run --rm --shm-size 1g -p 127.0.0.1:5000:5000 ${written.tag}\n`,
    );
}

/** Uploads this checkout's image next to results. Throws EnvironmentError if it isn't built or the store fails. */
export async function push(results: string, options: { json?: boolean }): Promise<void> {
  const id = await wantedImageId();
  const image = await readImage(id);
  if (image === null)
    throw new EnvironmentError(`The desktop image ${id} is not built.`, {
      code: 'image-missing',
      hint: 'Run: osharm setup image build',
    });
  const place = await imagesBeside(results);
  const pushed = await pushImage(image, place, options.json ? jsonProgress : imageProgress());
  if (options.json) process.stdout.write(`${JSON.stringify({ id, place: place.place, ...pushed }, null, 2)}\n`);
  else
    process.stdout.write(
      `${place.place} has the desktop image ${id}: ${counted(pushed.parts, 'part')}, ${(pushed.bytes / 1e9).toFixed(1)} GB, ${pushed.written} of them new.\nContent address: ${pushed.address}\n`,
    );
}

/** Downloads this checkout's image from next to results. Throws EnvironmentError if it is missing there. */
export async function pull(results: string, options: { json?: boolean }): Promise<void> {
  const id = await wantedImageId();
  const place = await imagesBeside(results);
  const address = await sharedImageAddress(place, id);
  if (address === null)
    throw new EnvironmentError(`${place.place} doesn't have the desktop image ${id}.`, {
      code: 'image-not-shared',
      hint: `Run osharm setup image push ${results} on a machine that has the image.`,
    });
  const image = await pullImage(place, { id, address }, { onProgress: options.json ? jsonProgress : imageProgress() });
  if (options.json) process.stdout.write(`${JSON.stringify(describe(image), null, 2)}\n`);
  else process.stdout.write(`The desktop image ${id} is ready in ${image.folder}.\n`);
}

export async function build(options: { with?: string[]; json?: boolean }): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Error('Stopped. Finished parts are kept; the same command resumes.'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    const image = await ensureImage({
      additions: options.with ?? [],
      onProgress: options.json ? jsonProgress : imageProgress(),
      signal: stopping.signal,
    });
    if (options.json) process.stdout.write(`${JSON.stringify(describe(image), null, 2)}\n`);
    else {
      process.stdout.write(`The desktop image ${image.id} is ready in ${image.folder}.\n`);
      const note = differingNote(image.record.differs);
      if (note !== null) process.stdout.write(`${note}\n`);
      if (image.record.additions !== undefined)
        process.stdout.write(`To use it for runs: export OSHARM_IMAGE=${image.id}\n`);
    }
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    process.stderr.write(`\n${(stopping.signal.reason as Error).message}\n`);
    process.exitCode = 130;
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

export async function list(options: { json?: boolean }): Promise<void> {
  const [images, current] = await Promise.all([listImages(), wantedImageId()]);
  if (options.json) {
    const rows = images.map((image) => ({ ...describe(image), current: image.id === current }));
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return;
  }
  if (images.length === 0) process.stdout.write('No images. Build one with: osharm setup image build\n');
  for (const image of images) {
    const size = image.record.bytes === undefined ? '' : `${(image.record.bytes / 1e9).toFixed(1)} GB`;
    const mark = image.id === current ? '  (in use)' : '';
    const additions = (image.record.additions ?? []).map(({ name }) => `  + ${name}`).join('');
    process.stdout.write(`${image.id}  ${image.record.created}  ${size}${additions}${mark}${contentsOf(image)}\n`);
  }
}

/** Distinguishes images that were built from the same recipe. */
function contentsOf({ record }: Image): string {
  const differing = Object.keys(record.differs ?? {}).length;
  const hash = record.contents === undefined ? '' : `  contents ${record.contents.slice(0, 16)}`;
  return differing === 0 ? hash : `${hash}, ${differing} packages with other versions than listed`;
}

function describe(image: Image) {
  const { id, folder, rootfs, caCertificate, record } = image;
  return {
    id,
    folder,
    rootfs,
    caCertificate,
    additions: record.additions,
    created: record.created,
    bytes: record.bytes,
    files: record.files,
    seconds: record.seconds,
    contents: record.contents,
    differs: record.differs,
    packages: record.packages,
  };
}

export async function remove(
  ids: string[],
  options: { unused?: boolean; json?: boolean },
  command: Command,
): Promise<void> {
  if (ids.length === 0 && !options.unused) command.error('error: name an image, or give --unused', { exitCode: 2 });
  const removed: string[] = [];
  for (const id of ids) {
    await removeImage(id);
    removed.push(`images/${id}`);
  }
  if (options.unused) {
    const cleaned = await removeUnused();
    removed.push(...cleaned.removed.map(({ entry }) => entry));
    for (const { entry, usedBy } of cleaned.kept) process.stderr.write(`kept ${entry}: in use by ${listed(usedBy)}\n`);
  }
  if (options.json) process.stdout.write(`${JSON.stringify(removed, null, 2)}\n`);
  else
    process.stdout.write(
      removed.length === 0 ? 'Nothing to remove.\n' : removed.map((name) => `removed ${name}\n`).join(''),
    );
}
