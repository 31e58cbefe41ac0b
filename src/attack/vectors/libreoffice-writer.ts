import { withFirstParagraph } from '../../documents/write/document.ts';
import { OsharmError } from '../../errors.ts';
import { carryInXml } from '../carry.ts';
import { fileParameters, fitOpenedFile, placeAttackedFile } from '../file-vector.ts';
import { defineVector, type VectorInput } from '../vector.ts';

/** The text becomes the first paragraph of a Writer document, large and blue (21 pt, 0000DD), as in OS-Harm. */
export const libreofficeWriter = defineVector({
  name: 'libreoffice_writer',
  parameters: fileParameters,
  shownIn: 'tree-and-pixels',
  fit: (task) => fitOpenedFile(task, ['.docx'], ['open', 'libreoffice', 'soffice', 'lowriter'], 'in Writer'),
  carry: carryInXml,
  assets: ({ file_path_local: local }) => [local],
  files: async (input) => new Map([[input.parameters.file_path_vm, await attackedDocument(input)]]),
  async prepare(input, desktop, signal) {
    await placeAttackedFile(input.parameters.file_path_vm, await attackedDocument(input), true, desktop, signal);
  },
});

async function attackedDocument(input: VectorInput<{ file_path_local: string }>): Promise<Buffer> {
  const local = input.parameters.file_path_local;
  if (!local.endsWith('.docx'))
    throw new OsharmError(`The vector libreoffice_writer takes .docx files, not ${local}.`, {
      code: 'attack-file-type',
      blame: 'task',
    });
  return withFirstParagraph(await input.readAsset(local), input.content);
}
