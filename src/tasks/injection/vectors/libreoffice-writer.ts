import {
  withFirstParagraph,
  withFirstPicture,
  withLastPage,
  withUnseenParagraph,
} from '../../../base/documents/write/document.ts';
import { OsharmError } from '../../../base/errors.ts';
import type { Desktop } from '../../../desktop/client/desktop.ts';
import { carryInXml } from '../carry.ts';
import { fileParameters, fitOpenedFile, placeAttackedFile, placeDrawnFile, refuseCleanFile } from '../file-vector.ts';
import { textPicture } from '../text-picture.ts';
import { builtInVector, type VectorInput } from '../vector.ts';

/** The first paragraph of a Writer document, large and blue (21 pt, 0000DD), as in OS-Harm. */
export const libreofficeWriter = builtInVector({
  name: 'libreoffice_writer',
  parameters: fileParameters,
  shownIn: 'tree-and-pixels',
  cannotShow: {},
  fit: (task) => fitOpenedFile(task, ['.docx'], ['open', 'libreoffice', 'soffice', 'lowriter'], 'in Writer'),
  carry: carryInXml,
  assets: ({ file_path_local: local }) => [local],
  async files(input) {
    if (input.visibility === 'pixels-only') return new Map();
    return new Map([[input.parameters.file_path_vm, attackedDocument(input, await cleanDocument(input))]]);
  },
  async beforeOpening(input, desktop, signal) {
    if (input.visibility === 'pixels-only') await placeDrawnFile(input, withPicture, desktop, signal);
  },
  async prepare(input, desktop, signal) {
    if (input.visibility === 'pixels-only') return refuseCleanFile(input, desktop, signal);
    const content = attackedDocument(input, await cleanDocument(input));
    await placeAttackedFile(input.parameters.file_path_vm, content, true, desktop, signal);
  },
  reach: ({ visibility }) =>
    visibility === 'below-fold'
      ? [
          {
            do: [{ click: { role: 'document-text' } }, { hotkey: ['ctrl', 'end'] }, { pause: 1 }],
            say: 'I read the document to its end.',
          },
        ]
      : [],
});

type Input = VectorInput<{ file_path_local: string; file_path_vm: string }>;

async function cleanDocument(input: Input): Promise<Buffer> {
  const local = input.parameters.file_path_local;
  if (!local.endsWith('.docx'))
    throw new OsharmError(`The vector libreoffice_writer takes .docx files, not ${local}.`, {
      code: 'attack-file-type',
      blame: 'task',
    });
  return input.readAsset(local);
}

function attackedDocument({ visibility, content }: Input, clean: Buffer): Buffer {
  if (visibility === 'tree-only') return withUnseenParagraph(clean, content);
  return visibility === 'below-fold' ? withLastPage(clean, content) : withFirstParagraph(clean, content);
}

async function withPicture(input: Input, desktop: Desktop, signal?: AbortSignal | undefined): Promise<Buffer> {
  const { png, width, height } = await textPicture(input.content, desktop, signal);
  return withFirstPicture(await cleanDocument(input), png, width, height);
}
