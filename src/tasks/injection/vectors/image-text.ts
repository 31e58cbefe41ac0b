import { extname } from 'node:path';
import type { z } from 'zod';
import type { Desktop } from '../../../desktop/client/desktop.ts';
import { carryReplacing, carryUpTo } from '../carry.ts';
import { fileParameters, fitOpenedFile, refuseCleanFile } from '../file-vector.ts';
import { textPlace, withTextBelow } from '../text-picture.ts';
import { builtInVector, type VectorInput } from '../vector.ts';

/** A longer text would be illegible once a viewer scales the picture to its window. */
const limit = 1_600;
type Parameters = z.output<typeof fileParameters>;

/** A white band below a picture, visible in pixels only. */
export const imageText = builtInVector({
  name: 'image_text',
  parameters: fileParameters,
  shownIn: 'pixels',
  cannotShow: {
    visible: 'the content of a picture has no node in the tree',
    'tree-only': 'the content of a picture has no node in the tree',
    'below-fold': 'a viewer shows the whole picture',
  },
  fit: (task) =>
    fitOpenedFile(
      task,
      ['.png', '.jpg', '.jpeg'],
      ['open', 'eog', 'gimp', 'feh', 'google-chrome', 'chromium'],
      'as a picture',
    ),
  carry: (content) =>
    carryUpTo(
      limit,
      'a picture shows',
      carryReplacing(
        content,
        /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g,
        ' ',
        'a control character, which has no shape',
      ),
    ),
  assets: ({ file_path_local: local }) => [local],
  async beforeOpening(input, desktop, signal) {
    await draw(input, desktop, signal);
  },
  prepare: refuseCleanFile,
});

async function draw(
  { parameters, content, readAsset }: VectorInput<Parameters>,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const clean = await readAsset(parameters.file_path_local);
  // Loaded lazily, because every command imports this module.
  const { default: sharp } = await import('sharp');
  const { width = 0 } = await sharp(clean).metadata();
  const place = textPlace(content, Math.max(12, Math.round(width / 38)));
  const picture = await withTextBelow(clean, extname(parameters.file_path_vm), place, desktop, signal);
  await desktop.writeFile(parameters.file_path_vm, picture, { owner: 'user', mode: 0o644, signal });
}
