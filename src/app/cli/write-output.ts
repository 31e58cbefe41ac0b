import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { OsharmError } from '../../base/errors.ts';

/** Throws OsharmError, blamed on the environment, if the file can't be written. */
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

/** Turns any error of `act` into an OsharmError that blames the environment. */
export function orUnwritable(file: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    throw new OsharmError(`${file} can't be written.`, {
      code: 'output-unwritable',
      blame: 'environment',
      hint: (error as Error).message,
      cause: error,
    });
  }
}
