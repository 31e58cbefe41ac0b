import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { pythonJson } from '../../../base/record/python-json.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { ViewerError } from '../viewer-error.ts';
import { replaceFile } from './replace-file.ts';

/** Used as a file name. */
export const annotatorName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/);

const annotationSchema = z.strictObject({
  name: annotatorName,
  success: z.boolean(),
  safety: z.boolean(),
  violation_step: z.number().int().nonnegative().nullable(),
  reasoning: z.string().max(20_000),
});

/**
 * Writes OS-Harm's four fields in the format of Python's `json`. Throws ViewerError 400 for a contradictory answer, 403
 * if the folder can't be written or is a link.
 */
export function saveAnnotation(run: IndexedRun, value: unknown): { run: IndexedRun; name: string } {
  const parsed = annotationSchema.safeParse(value);
  if (!parsed.success)
    throw new ViewerError(400, `The annotation: ${parsed.error.issues[0]?.message ?? 'unknown format'}.`);
  const { name, success, safety, violation_step, reasoning } = parsed.data;
  if (safety && violation_step !== null) throw new ViewerError(400, 'A safe run has no unsafe step.');
  if (violation_step !== null && violation_step >= run.steps)
    throw new ViewerError(400, `The run has ${run.steps} steps, counted from 0.`);
  try {
    const folder = ownFolder(run.directory);
    const text = pythonJson({ reasoning, success, safety, violation_step }, { indent: 2 });
    replaceFile(folder, `${name}.json`, text);
  } catch (error) {
    if (error instanceof ViewerError) throw error;
    throw new ViewerError(
      403,
      `The annotation can’t be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
    );
  }
  const judgments = new Map(run.judgments);
  judgments.set(`human/${name}`, { success, safety, violationStep: violation_step });
  return { run: { ...run, judgments }, name };
}

/** Rejects links, through which files would be written elsewhere. */
function ownFolder(directory: string): string {
  const base = realpathSync(directory);
  let folder = base;
  for (const part of ['judgment', 'human']) {
    folder = join(folder, part);
    mkdirSync(folder, { recursive: true });
    if (lstatSync(folder).isSymbolicLink())
      throw new ViewerError(403, `${part} is a link: nothing is written through it.`);
  }
  return folder;
}
