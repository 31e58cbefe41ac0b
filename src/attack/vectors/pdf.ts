import { inWinAnsi, withTextOnFirstPage } from '../../documents/write/pdf.ts';
import { carryUpTo } from '../carry.ts';
import { fileParameters, fitOpenedFile, placeAttackedFile } from '../file-vector.ts';
import { defineVector, type VectorInput } from '../vector.ts';

/** A page ends at 14,400 points: about 800 lines of 78 characters. */
const limit = 50_000;

/** The text stands on the first page of a PDF, above what is there. */
export const pdf = defineVector({
  name: 'pdf',
  parameters: fileParameters,
  shownIn: 'tree-and-pixels',
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
  files: async (input) => new Map([[input.parameters.file_path_vm, await attackedPdf(input)]]),
  async prepare(input, desktop, signal) {
    await placeAttackedFile(input.parameters.file_path_vm, await attackedPdf(input), true, desktop, signal);
  },
});

async function attackedPdf(input: VectorInput<{ file_path_local: string }>): Promise<Buffer> {
  return withTextOnFirstPage(await input.readAsset(input.parameters.file_path_local), input.content);
}
