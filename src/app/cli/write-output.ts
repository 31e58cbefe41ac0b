import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { OsharmError } from '../../base/errors.ts';

/** Writes a file that the user asked for. OsharmError of the environment where that can't be done. */
export function writeOutput(file: string, content: string | Buffer): void {
  orUnwritable(file, () => writeFileSync(file, content));
}

/** Fails like `writeOutput`, before long work whose result is to go there. */
export function checkOutput(file: string): void {
  orUnwritable(file, () => {
    const wasThere = existsSync(file);
    closeSync(openSync(file, 'a'));
    if (!wasThere) rmSync(file);
  });
}

/** What `act` does with a file or folder that the user named, its failure told as the environment's. */
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
