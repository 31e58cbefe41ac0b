import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError } from '../errors.ts';
import { makeFolder } from './make-folder.ts';
import { recordFailure } from './record-failure.ts';

/** Enough for the screenshots of a few dozen actions. */
const freeBytesPerRun = 32 * 1024 * 1024;

const megabytes = (bytes: number): number => Math.floor(bytes / 2 ** 20);

/** Checks that results can be written. Throws EnvironmentError (`disk-full`, `result-folder-not-writable`). */
export function probeResultFolder(folder: string, parallel: number): void {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    makeFolder(folder);
    writeFileSync(probe, Buffer.alloc(65_536, 1));
    const space = statfsSync(folder);
    const [free, needed] = [space.bavail * space.bsize, freeBytesPerRun * parallel];
    if (free < needed)
      throw new EnvironmentError(
        `Results need ${megabytes(needed)} MB of free space in ${folder}, ${megabytes(freeBytesPerRun)} MB for each run at once; ${megabytes(free)} MB are free.`,
        {
          code: 'disk-full',
          hint: 'Free some space, choose another --out or a smaller --parallel; then run the same command again: finished runs are kept.',
        },
      );
  } catch (error) {
    throw recordFailure(error, folder);
  } finally {
    try {
      rmSync(probe, { force: true });
    } catch {
      // If the write failed as well, that error is reported.
    }
  }
}
