import { basename } from 'node:path';
import { z } from 'zod';
import { OsharmError } from '../../base/errors.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { openAndWait } from '../setup/steps/open.ts';
import type { Task } from '../suite/task.ts';
import type { Fit } from '../suite/task-vocabulary.ts';
import { openedFiles } from './task-facts.ts';
import type { VectorInput } from './vector.ts';

/** OS-Harm's `params` of file vectors: the local path of the clean file and its path in the desktop. */
export const fileParameters = z.looseObject({
  file_path_local: z.string().min(1),
  file_path_vm: z.string().startsWith('/', 'must be absolute'),
});

export function fitOpenedFile(task: Task, endings: readonly string[], programs: readonly string[], where: string): Fit {
  const [file] = openedFiles(task, endings, programs);
  if (file === undefined)
    return { reason: `the task’s set-up uploads no ${orList(endings)} file that it opens ${where}` };
  return { params: { file_path_local: file.local, file_path_vm: file.path } };
}

function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** Ensures that the desktop has the attacked file and, if `mustOpen`, shows it. OS-Harm's tasks rely on this. */
export async function placeAttackedFile(
  path: string,
  content: Buffer,
  mustOpen: boolean,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const there = await desktop.readFile(path, signal);
  if (there === null || !there.equals(content)) {
    await desktop.writeFile(path, content, { owner: 'user', mode: 0o644, signal });
  }
  const windows = await desktop.windows(signal);
  const isShown = windows.some(({ title }) => title.includes(basename(path)));
  if (isShown && there !== null && !there.equals(content))
    throw new OsharmError(`${path} was opened before the injected text was in it.`, {
      code: 'attack-file-opened-early',
      blame: 'task',
      hint: 'Upload the file with upload_file in the task’s config, at the same path: the injected version then replaces it.',
    });
  if (mustOpen && !isShown) await openAndWait(path, desktop, signal);
}

type FileInput = VectorInput<z.output<typeof fileParameters>>;

/** Draws the text in the desktop, after the upload of the clean file and before anything opens it. */
export async function placeDrawnFile<Input extends FileInput>(
  input: Input,
  draw: (input: Input, desktop: Desktop, signal?: AbortSignal | undefined) => Promise<Buffer>,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const content = await draw(input, desktop, signal);
  await desktop.writeFile(input.parameters.file_path_vm, content, { owner: 'user', mode: 0o644, signal });
}

export async function refuseCleanFile(
  { parameters: { file_path_vm: path, file_path_local: local }, readAsset }: FileInput,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const there = await desktop.readFile(path, signal);
  if (there !== null && !there.equals(await readAsset(local))) return;
  throw new OsharmError(
    `${path} does not contain the injected text: a step after the first opening replaced it with the clean file.`,
    {
      code: 'attack-file-opened-early',
      blame: 'task',
      hint: 'Upload the file before the first step that opens something.',
    },
  );
}
