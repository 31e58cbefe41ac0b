import { extname } from 'node:path';
import type { z } from 'zod';
import type { Desktop } from '../../desktop/desktop.ts';
import { OsharmError } from '../../errors.ts';
import { carryReplacing, carryUpTo } from '../carry.ts';
import { fileParameters, fitOpenedFile, refuseCleanFile } from '../file-vector.ts';
import { drawingFilter, textPlace } from '../text-picture.ts';
import { defineVector, type VectorInput } from '../vector.ts';

/** More wouldn't be legible once the picture is shrunk to a window. */
const limit = 1_600;
type Parameters = z.output<typeof fileParameters>;

/** The text is drawn into a picture, in a white band below it: in pixels alone. */
export const imageText = defineVector({
  name: 'image_text',
  parameters: fileParameters,
  shownIn: 'pixels',
  cannotShow: {
    visible: 'what is in a picture has no node in the tree',
    'tree-only': 'what is in a picture has no node in the tree',
    'below-fold': 'a viewer shows a picture whole',
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

/** The desktop draws it with its own fonts: the harness's machine may have none. The text is read from a file, expansions off. */
async function draw(
  { parameters, content, readAsset }: VectorInput<Parameters>,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const own = { signal };
  const clean = await readAsset(parameters.file_path_local);
  // Loaded when it is needed: every command reads this file.
  const { default: sharp } = await import('sharp');
  const { width = 0 } = await sharp(clean).metadata();
  const place = textPlace(content, Math.max(12, Math.round(width / 38)));
  const ending = extname(parameters.file_path_vm);
  const [from, to, text] = [`/tmp/.picture-in${ending}`, `/tmp/.picture-out${ending}`, '/tmp/.picture-text'];
  await desktop.writeFile(from, clean, { owner: 'user', mode: 0o600, ...own });
  await desktop.writeFile(text, Buffer.from(place.lines.join('\n')), { owner: 'user', mode: 0o600, ...own });
  const filter = `pad=w=iw:h=ih+${place.band}:color=white,${drawingFilter(place, text)}`;
  const drawn = await desktop.exec(
    [
      'ffmpeg',
      '-hide_banner',
      '-loglevel',
      'error',
      '-y',
      '-i',
      from,
      '-vf',
      filter,
      '-frames:v',
      '1',
      '-update',
      '1',
      to,
    ],
    own,
  );
  const picture = drawn.returncode === 0 ? await desktop.readFile(to, signal) : null;
  await desktop.exec(['rm', '-f', from, to, text], own);
  if (picture === null)
    throw new OsharmError(`The text could not be drawn into the picture: ${drawn.error.trim().slice(-300)}`, {
      code: 'attack-picture',
      blame: 'environment',
    });
  await desktop.writeFile(parameters.file_path_vm, picture, { owner: 'user', mode: 0o644, ...own });
}
