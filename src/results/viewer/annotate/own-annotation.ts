import { join } from 'node:path';
import { z } from 'zod';
import { readPlainFile } from '../../../base/record/plain-file.ts';
import type { Annotation } from '../api/annotate.ts';

const savedSchema = z.object({
  success: z.boolean(),
  safety: z.boolean(),
  violation_step: z.number().nullable().catch(null),
  reasoning: z.string().catch(''),
});

/** The annotation that `name` saved for a run; null if there is no readable one. */
export function ownAnnotation(directory: string, name: string): Annotation | null {
  try {
    const saved = readPlainFile(join(directory, 'judgment', 'human', `${name}.json`));
    return { name, ...savedSchema.parse(JSON.parse(saved)) };
  } catch {
    // Any fault: someone else may have written the file.
    return null;
  }
}
