import { readdir } from 'node:fs/promises';
import { EnvironmentError } from '../../base/errors.ts';
import { fallback, isSystemError } from '../../base/expected-errors.ts';
import { type Image, imagesFolder, readImage } from './image.ts';
import { readRecipe } from './recipe.ts';

/** Newest first. */
export async function listImages(): Promise<Image[]> {
  const names = await readdir(imagesFolder()).catch(fallback([], isSystemError));
  const images = await Promise.all(names.map((name) => readImage(name)));
  return images.filter((image) => image !== null).sort((a, b) => b.record.created.localeCompare(a.record.created));
}

/** The image that `OSHARM_IMAGE` names; by default, the one of this checkout's recipe. */
export async function wantedImageId(): Promise<string> {
  return chosenImageId() ?? (await readRecipe()).id;
}

/**
 * Returns the image that is wanted. If the image of this checkout's recipe isn't built, calls `onOther` (a warning by
 * default) and returns the newest image without additions. Null if no image exists. Throws EnvironmentError
 * `image-unknown` if `OSHARM_IMAGE` names no image of this machine.
 */
export async function findImage(onOther: (image: Image, wanted: string) => void = warn): Promise<Image | null> {
  const id = await wantedImageId();
  const current = await readImage(id);
  if (current !== null) return current;
  if (chosenImageId() !== null) throw unknownImage(id);
  const newest = (await listImages()).find(({ record }) => record.additions === undefined);
  if (newest === undefined) return null;
  onOther(newest, id);
  return newest;
}

/** Null unless `OSHARM_IMAGE` is set. */
export const chosenImageId = (): string | null => process.env.OSHARM_IMAGE || null;

export function unknownImage(id: string): EnvironmentError {
  return new EnvironmentError(`OSHARM_IMAGE is ${id}, and this machine has no desktop image of that id.`, {
    code: 'image-unknown',
    hint: 'osharm setup image list lists the images; osharm setup image build --with FOLDER builds one with your applications.',
  });
}

let warned = '';

function warn(image: Image, wanted: string): void {
  if (warned === image.id) return;
  warned = image.id;
  process.stderr.write(
    `The desktop image ${wanted} of this checkout is not built; using ${image.id} of ${image.record.created}. ` +
      'Build it with: osharm setup image build\n',
  );
}
