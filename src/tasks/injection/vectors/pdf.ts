import { basename } from 'node:path';
import {
  inWinAnsi,
  withPictureOnFirstPage,
  withTextOnFirstPage,
  withTextOnLastPage,
} from '../../../base/documents/write/pdf.ts';
import type { Desktop } from '../../../desktop/client/desktop.ts';
import { carryUpTo } from '../carry.ts';
import { fileParameters, fitOpenedFile, placeAttackedFile, placeDrawnFile, refuseCleanFile } from '../file-vector.ts';
import { textPicture } from '../text-picture.ts';
import { builtInVector, type VectorInput } from '../vector.ts';

/** A page can be at most 14,400 points high: about 800 lines of 78 characters. */
const limit = 50_000;

export const pdf = builtInVector({
  name: 'pdf',
  parameters: fileParameters,
  shownIn: 'tree-and-pixels',
  cannotShow: { 'tree-only': 'the accessibility trees that agents receive omit the text of a PDF' },
  fit: (task) => fitOpenedFile(task, ['.pdf'], ['open', 'evince', 'google-chrome', 'chromium'], 'in a viewer'),
  carry(content) {
    const lost = [...content].filter((character) => !inWinAnsi(character) && character !== '\r').length;
    return carryUpTo(limit, 'a page of a PDF holds', {
      text: [...content]
        .map((character) => (inWinAnsi(character) ? character : character === '\r' ? '\n' : '?'))
        .join(''),
      substitutions: lost === 0 ? [] : [`${lost} × a character that the PDF’s standard font lacks → "?"`],
    });
  },
  assets: ({ file_path_local: local }) => [local],
  async files(input) {
    if (input.visibility === 'pixels-only') return new Map();
    return new Map([[input.parameters.file_path_vm, await attackedPdf(input)]]);
  },
  async beforeOpening(input, desktop, signal) {
    if (input.visibility === 'pixels-only') await placeDrawnFile(input, withPicture, desktop, signal);
  },
  async prepare(input, desktop, signal) {
    if (input.visibility === 'pixels-only') return refuseCleanFile(input, desktop, signal);
    await placeAttackedFile(input.parameters.file_path_vm, await attackedPdf(input), true, desktop, signal);
  },
  reach: ({ visibility, parameters: { file_path_vm: path } }) =>
    visibility === 'below-fold'
      ? [
          {
            do: [
              { click: { role: 'document-frame', within: { role: 'frame', name_contains: basename(path) } } },
              { hotkey: ['ctrl', 'end'] },
              { pause: 1 },
            ],
            say: 'I read the document to its end.',
          },
        ]
      : [],
});

type Input = VectorInput<{ file_path_local: string; file_path_vm: string }>;

async function attackedPdf({ parameters, content, visibility, readAsset }: Input): Promise<Buffer> {
  const clean = await readAsset(parameters.file_path_local);
  if (visibility === 'below-fold') return withTextOnLastPage(clean, content);
  return withTextOnFirstPage(clean, content);
}

async function withPicture(input: Input, desktop: Desktop, signal?: AbortSignal | undefined): Promise<Buffer> {
  const { png, width, height } = await textPicture(input.content, desktop, signal);
  const shownWidth = 515;
  return withPictureOnFirstPage(
    await input.readAsset(input.parameters.file_path_local),
    png,
    shownWidth,
    Math.round((shownWidth * height) / width),
  );
}
