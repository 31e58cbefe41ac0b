import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isMalformed, rethrowUnless } from '../../base/expected-errors.ts';
import { cacheFolder } from '../client/cache-folder.ts';
import type { IdRange } from '../client/id-range.ts';

/** What `image.json` says of an image. Sizes are bytes on disk; `packages` maps names to versions. */
export const imageRecordSchema = z.object({
  id: z.string(),
  /** Hash of the recipe that made it; the id of an image built today is this hash. */
  recipe: z.string(),
  /** ISO 8601, UTC. */
  created: z.string(),
  bytes: z.number().optional(),
  files: z.number().optional(),
  /** Seconds that each phase of the build took; a phase that was there already is missing. */
  seconds: z.record(z.string(), z.number()).optional(),
  packages: z.record(z.string(), z.string()).optional(),
  /** SHA-256 over everything in the image but times and what `image/varies.txt` names: two builds of a recipe have the same. */
  contents: z.string().optional(),
  /** Debian packages of another version than the recipe's list has; null: none of it is there, or none was asked for. */
  differs: z.record(z.string(), z.object({ locked: z.string().nullable(), found: z.string().nullable() })).optional(),
});
/** The part of `image.json` that is of this machine alone: the folder that has `rootfs`, if the image was copied to other ids. */
const placeSchema = z.object({
  copy: z
    .string()
    .regex(/^copy-[0-9a-z]+$/)
    .optional(),
});

export type ImageRecord = z.infer<typeof imageRecordSchema>;

/** A complete desktop image on this machine. All paths are absolute. */
export interface Image {
  id: string;
  folder: string;
  /** Root of the desktop's files; they belong to the sandbox's id range. */
  rootfs: string;
  /** PEM of the certificate authority that the programs inside trust. */
  caCertificate: string;
  /** PEM (PKCS 8) of its private key: never inside `rootfs`. */
  caKey: string;
  record: ImageRecord;
}

export const imagesFolder = (): string => join(cacheFolder(), 'images');

/** Reads the image in `images/{id}`; null where there is none or it isn't complete. */
export async function readImage(id: string): Promise<Image | null> {
  const folder = join(imagesFolder(), id);
  let text: string;
  try {
    text = await readFile(join(folder, 'image.json'), 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
  const content = parseJson(text);
  const record = imageRecordSchema.safeParse(content);
  const place = placeSchema.safeParse(content);
  if (!record.success || !place.success) return null;
  return {
    id,
    folder,
    rootfs: join(folder, place.data.copy ?? '', 'rootfs'),
    caCertificate: join(folder, 'ca', 'ca.crt'),
    caKey: join(folder, 'ca', 'ca.key'),
    record: record.data,
  };
}

/** The ids that a tree of files belongs to: its root is root inside. */
export async function ownerOf(tree: string): Promise<IdRange> {
  const { uid, gid } = await stat(tree);
  return { firstUser: uid, firstGroup: gid };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    rethrowUnless(error, isMalformed);
    return null;
  }
}
