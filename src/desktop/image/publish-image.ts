import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Image, type ImageRecord, readImage } from './image.ts';
import { publishWorkspace } from './workspace.ts';

/** Writes the record of a finished workspace, and moves its tree and certificate authority to the images. */
export async function publishImage(cache: string, work: string, record: ImageRecord): Promise<Image> {
  await writeFile(join(cache, work, 'image.json'), `${JSON.stringify(record, null, 1)}\n`);
  await publishWorkspace(cache, work, `images/${record.id}`, ['ca', 'image.json']);
  const image = await readImage(record.id);
  if (image === null) throw new Error(`The image ${record.id} is complete but can't be read.`);
  return image;
}
