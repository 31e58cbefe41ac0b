import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { spendSchema } from '../../../base/record/run-json.ts';
import { writeWholeFile } from '../../../base/record/write-whole-file.ts';

/**
 * Stands while a first answer that had not the form asked for waits for the second: a command that is ended between the
 * two goes on there.
 */
const file = 'off-form.json';

const offFormSchema = z.object({
  /** Of what was asked about. */
  inputsHash: z.string(),
  /** What the answers cost until now, by role. */
  spent: z.record(z.string(), spendSchema),
  tries: z.number(),
  durationMs: z.number(),
  /** What was wrong with it: said to the model when it is asked again. */
  fault: z.string().optional(),
});
export type OffForm = z.infer<typeof offFormSchema>;

/** Replaces what was kept in the judgment’s folder. */
export function writeOffForm(folder: string, answer: OffForm): void {
  writeWholeFile(join(folder, file), `${JSON.stringify(answer)}\n`);
}

/** The answer that waits; null where there is none about the same inputs. */
export function readOffForm(folder: string, inputsHash: string): OffForm | null {
  try {
    const answer = offFormSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    return answer.inputsHash === inputsHash ? answer : null;
  } catch {
    return null;
  }
}

/** Once the second answer is there; no error where nothing was kept. */
export function removeOffForm(folder: string): void {
  rmSync(join(folder, file), { force: true });
}
