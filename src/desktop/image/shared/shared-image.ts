import { createHash } from 'node:crypto';
import { z } from 'zod';
import { EnvironmentError } from '../../../base/errors.ts';
import type { ObjectPlace } from '../../../base/store/result-store.ts';
import { imageRecordSchema } from '../image.ts';

/** Bytes of the archive in each part. */
export const partBytes = 64 * 2 ** 20;

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

/** A desktop image in a store, split into parts that are compressed with zstd and named by their hash. */
const sharedImageSchema = z.strictObject({
  format: z.literal('osharm-image-1'),
  record: imageRecordSchema,
  authority: z.strictObject({ certificate: z.string(), key: z.string() }),
  /** In archive order. `bytes`: compressed size. */
  parts: z.array(z.strictObject({ sha256: sha256Schema, bytes: z.int().positive() })).min(1),
});
export type SharedImage = z.infer<typeof sharedImageSchema>;
export type ImagePart = SharedImage['parts'][number];

export const imagePartName = ({ sha256 }: ImagePart): string => `${sha256}.part`;
export const descriptionName = (sha256: string): string => `${sha256}.json`;
export const currentName = (id: string): string => `${id}.current`;

export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Null if the store has no image of the recipe. */
export async function sharedImageAddress(place: ObjectPlace, id: string): Promise<string | null> {
  const text = (await place.read(currentName(id)))?.toString('utf8').trim();
  if (text === undefined) return null;
  if (!sha256Schema.safeParse(text).success) throw damaged(place, currentName(id));
  return text;
}

/** Throws EnvironmentError if the description is missing or damaged. */
export async function readSharedImage(place: ObjectPlace, address: string): Promise<SharedImage> {
  const name = descriptionName(address);
  const content = await place.read(name);
  if (content === null)
    throw new EnvironmentError(`${place.place} doesn't have the desktop image ${address.slice(0, 16)} any more.`, {
      code: 'image-not-shared',
      hint: 'Upload it again with osharm setup image push on a machine that has it, then submit the sweep again.',
    });
  if (sha256Of(content) !== address) throw damaged(place, name);
  const image = sharedImageSchema.safeParse(JSON.parse(content.toString('utf8')));
  if (!image.success)
    throw new EnvironmentError(`${name} in ${place.place} describes an image in a format unknown to this version.`, {
      code: 'image-shared-form',
      hint: 'Use one version of osharm on all machines.',
    });
  return image.data;
}

export function damaged(place: ObjectPlace, name: string): EnvironmentError {
  return new EnvironmentError(`${name} in ${place.place} is damaged: its hash doesn't match its name.`, {
    code: 'image-shared-damaged',
    hint: 'Remove it, then upload it again with osharm setup image push.',
  });
}
