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
        .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,29}$/u, 'A tag can have at most 30 letters, digits, dots and dashes.'),
    )
    .max(12, 'A run can have at most 12 tags.')
    .refine((tags) => new Set(tags).size === tags.length, 'The run already has this tag.'),
  comment: z.string().max(4000, 'A comment can have at most 4,000 characters.'),
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
