import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { OsharmError } from '../../base/errors.ts';
import { fileTrouble } from '../../base/record/file-trouble.ts';

/** Throws OsharmError if the file can't be written: UsageError if another name would do. */
export function writeOutput(file: string, content: string | Buffer): void {
  orUnwritable(file, () => writeFileSync(file, content));
}

/** Fails like `writeOutput`. Call it before long work whose result goes to the file. */
export function checkOutput(file: string): void {
  orUnwritable(file, () => {
    const wasThere = existsSync(file);
    closeSync(openSync(file, 'a'));
    if (!wasThere) rmSync(file);
  });
}

/** Turns any error of `act` into an OsharmError. */
export function orUnwritable(file: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    const known = fileTrouble(error, file);
    if (known !== null) throw known;
    throw new OsharmError(`${file} can't be written.`, {
      code: 'output-unwritable',
      blame: 'environment',
      hint: (error as Error).message,
      cause: error,
    });
  }
}
