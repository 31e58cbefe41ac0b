import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexedRun } from '../index/indexed-run.ts';
import { noteFile, noteSchema } from '../index/run-note.ts';
import { ViewerError } from '../viewer-error.ts';
import { replaceFile } from './replace-file.ts';

/** An empty note deletes the file. Throws ViewerError 400 for an invalid note, 403 for a read-only folder. */
export function saveNote(run: IndexedRun, value: unknown): IndexedRun {
  const parsed = noteSchema.safeParse(value);
  if (!parsed.success) throw new ViewerError(400, parsed.error.issues[0]?.message ?? 'The note is malformed.');
  const note = { tags: parsed.data.tags, comment: parsed.data.comment.trim() };
  try {
    const directory = realpathSync(run.directory);
    if (note.tags.length === 0 && note.comment === '') rmSync(join(directory, noteFile), { force: true });
    else replaceFile(directory, noteFile, `${JSON.stringify(note, null, 2)}\n`);
  } catch (error) {
    throw new ViewerError(403, `The note can’t be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`);
  }
  return { ...run, note };
}
