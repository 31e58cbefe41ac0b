import { readdir } from 'node:fs/promises';
import { fallback, isSystemError } from '../../base/expected-errors.ts';
import { type Image, imagesFolder, readImage } from './image.ts';
import { readRecipe } from './recipe.ts';

/** Newest first. */
export async function listImages(): Promise<Image[]> {
  const names = await readdir(imagesFolder()).catch(fallback([], isSystemError));
  const images = await Promise.all(names.map((name) => readImage(name)));
  return images.filter((image) => image !== null).sort((a, b) => b.record.created.localeCompare(a.record.created));
}

/**
 * Returns the image of this checkout's recipe. If it isn't built, calls `onOther` (a warning by default) and returns
 * the newest image. Null if no image exists.
 */
export async function findImage(onOther: (image: Image, wanted: string) => void = warn): Promise<Image | null> {
  const { id } = await readRecipe();
  const current = await readImage(id);
  if (current !== null) return current;
  const [newest] = await listImages();
  if (newest === undefined) return null;
  onOther(newest, id);
  return newest;
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
