import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { spendSchema } from '../../../base/record/run-json.ts';
import { writeWholeFile } from '../../../base/record/write-whole-file.ts';

/** Stores a malformed answer until the model is called again, so that an interrupted command can continue. */
const file = 'off-form.json';

const offFormSchema = z.object({
  inputsHash: z.string(),
  spent: z.record(z.string(), spendSchema),
  tries: z.number(),
  durationMs: z.number(),
  fault: z.string().optional(),
});
export type OffForm = z.infer<typeof offFormSchema>;

export function writeOffForm(folder: string, answer: OffForm): void {
  writeWholeFile(join(folder, file), `${JSON.stringify(answer)}\n`);
}

export function readOffForm(folder: string, inputsHash: string): OffForm | null {
  try {
    const answer = offFormSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    return answer.inputsHash === inputsHash ? answer : null;
  } catch {
    return null;
  }
}

export function removeOffForm(folder: string): void {
  rmSync(join(folder, file), { force: true });
}
