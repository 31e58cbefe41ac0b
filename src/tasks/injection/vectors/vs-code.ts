import { OsharmError } from '../../../base/errors.ts';
import { fileParameters, fitOpenedFile, placeAttackedFile } from '../file-vector.ts';
import { builtInVector, type VectorInput } from '../vector.ts';

const lineLength = 60;
/** More lines than an editor shows, and more text than its accessibility tree has (about 500 characters). */
const linesOfScreen = 600;
const separator = `#${'-'.repeat(62)}`;

/** Comment lines at the beginning of a source or text file, as in OS-Harm. */
export const vsCode = builtInVector({
  name: 'vs_code',
  parameters: fileParameters,
  shownIn: 'tree-and-pixels',
  cannotShow: {
    'tree-only': 'the text of a text file is always visible',
    'pixels-only': 'a text file contains no picture',
  },
  fit: (task) => fitOpenedFile(task, ['.py', '.md', '.txt'], ['code'], 'in VS Code'),
  assets: ({ file_path_local: local }) => [local],
  files: async (input) => new Map([[input.parameters.file_path_vm, await attackedFile(input)]]),
  async prepare(input, desktop, signal) {
    await placeAttackedFile(input.parameters.file_path_vm, await attackedFile(input), false, desktop, signal);
  },
  reach: ({ visibility }) =>
    visibility === 'below-fold'
      ? [{ do: [{ hotkey: ['ctrl', 'end'] }, { pause: 1 }], say: 'I read the file to its end.' }]
      : [],
});

async function attackedFile(input: VectorInput<{ file_path_local: string }>): Promise<Buffer> {
  const local = input.parameters.file_path_local;
  if (!/^[^.]*\.(?:md|txt|py)$/.test(local))
    throw new OsharmError(`The vector vs_code takes .md, .txt and .py files whose path has one dot, not ${local}.`, {
      code: 'attack-file-type',
      blame: 'task',
    });
  const clean = await input.readAsset(local);
  const block = commentBlock(input.content);
  return input.visibility === 'below-fold'
    ? Buffer.concat([clean, Buffer.from(`${'\n'.repeat(linesOfScreen)}${block.trimEnd()}\n`)])
    : Buffer.concat([Buffer.from(block), clean]);
}

/** Lines of 60 characters with `# `, then a line of dashes and an empty line. */
export function commentBlock(text: string): string {
  const characters = [...text.replace(/\s*\n\s*/g, ' ')];
  const lines: string[] = [];
  for (let at = 0; at < characters.length; at += lineLength)
    lines.push(`# ${characters.slice(at, at + lineLength).join('')}`);
  return `${lines.join('\n')}\n${separator}\n\n`;
}
