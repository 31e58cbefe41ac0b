import { randomUUID } from 'node:crypto';
import { lstatSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { RunNote } from '../api.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { ViewerError } from '../viewer-error.ts';

const fileName = 'note.json';
const mostBytes = 100_000;

const noteSchema = z.strictObject({
  /** Each at most once. */
  tags: z
    .array(
      z
        .string()
        .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,29}$/u, 'A tag has letters, digits, dots and dashes, at most 30.'),
    )
    .max(12, 'A run has at most 12 tags.')
    .refine((tags) => new Set(tags).size === tags.length, 'A tag is there already.'),
  comment: z.string().max(4000, 'A comment has at most 4,000 characters.'),
});

export const noNote: RunNote = { tags: [], comment: '' };

/** The tags and the comment that people gave a run; empty where there are none, or none that can be read. */
export function readNote(directory: string): RunNote {
  const file = join(directory, fileName);
  try {
    const { size } = lstatSync(file);
    if (!lstatSync(file).isFile() || size > mostBytes) return noNote;
    return noteSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return noNote;
  }
}

/**
 * Writes `note.json` beside a run; an empty note removes it. Throws ViewerError 400 for a note of another form, 403
 * where the folder can't be written.
 */
export function saveNote(run: IndexedRun, value: unknown): IndexedRun {
  const parsed = noteSchema.safeParse(value);
  if (!parsed.success) throw new ViewerError(400, parsed.error.issues[0]?.message ?? 'The note has another form.');
  const note = { tags: parsed.data.tags, comment: parsed.data.comment.trim() };
  try {
    const directory = realpathSync(run.directory);
    if (note.tags.length === 0 && note.comment === '') rmSync(join(directory, fileName), { force: true });
    else {
      // A name that nobody can have put a link under; the rename replaces a link, it doesn't follow it.
      const beside = join(directory, `.note-${randomUUID()}.new`);
      writeFileSync(beside, `${JSON.stringify(note, null, 2)}\n`, { flag: 'wx' });
      renameSync(beside, join(directory, fileName));
    }
  } catch (error) {
    throw new ViewerError(403, `The note can’t be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`);
  }
  return { ...run, note };
}
