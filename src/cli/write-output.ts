import { writeFileSync } from 'node:fs';
import { OsharmError } from '../errors.ts';

/** Writes a file that the user asked for. OsharmError of the environment where that can't be done. */
export function writeOutput(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new OsharmError(`${file} can't be written.`, {
      code: 'output-unwritable',
      blame: 'environment',
      hint: (error as Error).message,
      cause: error,
    });
  }
}
