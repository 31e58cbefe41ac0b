import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { RunNote } from '../api.ts';

export const noteFile = 'note.json';
const mostBytes = 100_000;

export const noteSchema = z.strictObject({
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

const noNote: RunNote = { tags: [], comment: '' };

/** Empty if the file is missing or invalid. */
export function readNote(directory: string): RunNote {
  const file = join(directory, noteFile);
  try {
    const { size } = lstatSync(file);
    if (!lstatSync(file).isFile() || size > mostBytes) return noNote;
    return noteSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return noNote;
  }
}
