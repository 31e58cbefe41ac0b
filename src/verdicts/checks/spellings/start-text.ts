import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Task } from '../../../tasks/suite/task.ts';
import { fillVariedText } from '../../../tasks/suite/vary/fill.ts';
import type { Variation } from '../../../tasks/suite/vary/variation.ts';
import type { StartText } from './end-states.ts';

const uploadSchema = z.looseObject({
  type: z.literal('upload_file'),
  parameters: z.looseObject({
    files: z.array(z.looseObject({ path: z.string(), local_path: z.string(), mode: z.string().optional() })),
  }),
});

interface UploadedFile {
  path: string;
  /** Path of the asset. */
  local: string;
  /** Octal. */
  mode: string | undefined;
}

/** The files that a task's set-up uploads. */
export const uploadedFiles = ({ config }: Pick<Task, 'config'>): UploadedFile[] =>
  config
    .flatMap((step) => uploadSchema.safeParse(step).data?.parameters.files ?? [])
    .map(({ path, local_path: local, mode }) => ({ path, local, mode }));

/** Reads the text files that a task's set-up uploads. */
export function startTextOf(task: Pick<Task, 'config'>, assetRoot: string, variation: Variation): StartText {
  const locals = new Map(uploadedFiles(task).map(({ path, local }) => [path, local]));
  return (path) => {
    const file = join(assetRoot, locals.get(path) ?? '');
    if (!locals.has(path) || !existsSync(file)) return null;
    const content = readFileSync(file);
    return content.includes(0) ? null : fillVariedText(content.toString('utf8'), variation);
  };
}
