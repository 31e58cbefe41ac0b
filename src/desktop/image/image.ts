import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isMalformed, rethrowUnless } from '../../base/expected-errors.ts';
import { cacheFolder } from '../client/cache-folder.ts';
import type { IdRange } from '../client/id-range.ts';

/** Sizes are bytes on disk; `packages` maps names to versions. */
export const imageRecordSchema = z.object({
  id: z.string(),
  recipe: z.string(),
  /** What `osharm setup image build --with` added to the image of the recipe, in order. */
  additions: z.array(z.object({ name: z.string(), id: z.string() })).optional(),
  created: z.string(),
  bytes: z.number().optional(),
  files: z.number().optional(),
  /** Phase of the build → seconds; cached phases are missing. */
  seconds: z.record(z.string(), z.number()).optional(),
  packages: z.record(z.string(), z.string()).optional(),
  /** Hash of everything but timestamps and the files in `image/varies.txt`, equal for all builds of a recipe. */
  contents: z.string().optional(),
  /** Debian packages whose version differs from the recipe's list; null if missing there or in the image. */
  differs: z.record(z.string(), z.object({ locked: z.string().nullable(), found: z.string().nullable() })).optional(),
});
/** Folder with the copy of `rootfs`, if the image was copied to other ids on this machine. */
const placeSchema = z.object({
  copy: z
    .string()
    .regex(/^copy-[0-9a-z]+$/)
    .optional(),
});

export type ImageRecord = z.infer<typeof imageRecordSchema>;

export interface Image {
  id: string;
  folder: string;
  /** Belongs to the sandbox's id range. */
  rootfs: string;
  caCertificate: string;
  /** Path of the PKCS #8 file, which is never inside `rootfs`. */
  caKey: string;
  record: ImageRecord;
}

export const imagesFolder = (): string => join(cacheFolder(), 'images');

/** Null if the image is missing or incomplete. */
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
