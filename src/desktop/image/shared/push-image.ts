import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { awaitLater } from '../../../base/expected-errors.ts';
import type { ObjectPlace } from '../../../base/store/result-store.ts';
import { useCached } from '../../client/cache-use.ts';
import { archive } from '../archive.ts';
import { type Image, ownerOf } from '../image.ts';
import type { OnProgress } from '../progress.ts';
import {
  currentName,
  descriptionName,
  type ImagePart,
  imagePartName,
  partBytes,
  readSharedImage,
  type SharedImage,
  sha256Of,
  sharedImageAddress,
} from './shared-image.ts';

const atOnce = 3;
/** Options for tar. They preserve file capabilities, which some programs need. */
export const kept = ['--numeric-owner', '--xattrs', '--xattrs-include=security.capability'];

export interface PushedImage {
  address: string;
  parts: number;
  written: number;
  bytes: number;
}

/**
 * Uploads the parts of an image that a store lacks. Keeps an image of the same recipe that is already in the store.
 * `size`: bytes of the archive in each part. Throws EnvironmentError.
 */
export async function pushImage(
  image: Image,
  place: ObjectPlace,
  onProgress: OnProgress = () => {},
  size: number = partBytes,
): Promise<PushedImage> {
  const before = await wholeImage(place, image.id);
  if (before !== null) return before;
  useCached(`images/${image.id}`);
  const range = await ownerOf(image.rootfs);
  const expected = (image.record.bytes ?? 0) / size;
  const parts: Promise<{ part: ImagePart; isNew: boolean }>[] = [];
  for await (const slice of slicesOf(archive(image.rootfs, kept, range), size)) {
    const part = pushPart(place, slice);
    awaitLater(part);
    parts.push(part);
    await parts.at(-atOnce);
    const percent = Math.min(99, Math.round((100 * parts.length) / Math.max(expected, parts.length)));
    onProgress({ phase: 'push', percent, message: `part ${parts.length}` });
  }
  const done = await Promise.all(parts);
  const [certificate, key] = await Promise.all(
    [image.caCertificate, image.caKey].map((file) => readFile(file, 'utf8')),
  );
  const description: SharedImage = {
    format: 'osharm-image-1',
    record: image.record,
    authority: { certificate: String(certificate), key: String(key) },
    parts: done.map(({ part }) => part),
  };
  const content = Buffer.from(JSON.stringify(description));
  const address = sha256Of(content);
  await place.write(descriptionName(address), content);
  await place.write(currentName(image.id), Buffer.from(`${address}\n`));
  onProgress({ phase: 'push', percent: 100, message: 'done' });
  return { ...summary(address, description), written: done.filter(({ isNew }) => isNew).length };
}

async function pushPart(place: ObjectPlace, slice: Buffer): Promise<{ part: ImagePart; isNew: boolean }> {
  const packed = await promisify(zstdCompress)(slice);
  const part = { sha256: sha256Of(packed), bytes: packed.length };
  const isNew = (await place.size(imagePartName(part))) !== part.bytes;
  if (isNew) await place.write(imagePartName(part), packed);
  return { part, isNew };
}

/** Null if the store's image is missing or incomplete. */
async function wholeImage(place: ObjectPlace, id: string): Promise<PushedImage | null> {
  const address = await sharedImageAddress(place, id);
  if (address === null) return null;
  const image = await readSharedImage(place, address);
  for (const part of image.parts) if ((await place.size(imagePartName(part))) !== part.bytes) return null;
  return { ...summary(address, image), written: 0 };
}

const summary = (address: string, { parts }: SharedImage): Omit<PushedImage, 'written'> => ({
  address,
  parts: parts.length,
  bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
});

export async function* slicesOf(content: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer, void, undefined> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (let chunk of content) {
    while (length + chunk.length >= size) {
      const fits = size - length;
      yield Buffer.concat([...chunks, chunk.subarray(0, fits)]);
      chunk = chunk.subarray(fits);
      chunks = [];
      length = 0;
    }
    if (chunk.length > 0) chunks.push(chunk);
    length += chunk.length;
  }
  if (length > 0) yield Buffer.concat(chunks);
}
