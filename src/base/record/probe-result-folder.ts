import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { recordFailure } from './record-failure.ts';

/** Bytes that must be free for each run that goes on at once: screenshots of a few dozen actions. */
const freeBytesPerRun = 32 * 1024 * 1024;

/**
 * Shows before anything starts that results can be written: makes the folder, writes a file, looks at the free space.
 * Throws EnvironmentError (`disk-full`, `result-folder-not-writable`).
 */
export function probeResultFolder(folder: string, parallel: number): void {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    makeFolder(folder);
    writeFileSync(probe, Buffer.alloc(65_536, 1));
    const space = statfsSync(folder);
    if (space.bavail * space.bsize < freeBytesPerRun * parallel) {
      throw Object.assign(new Error('too little free space'), { code: 'ENOSPC' });
    }
  } catch (error) {
    throw recordFailure(error, folder);
  } finally {
    try {
      rmSync(probe, { force: true });
    } catch {
      // Nothing was written then, and that is being reported.
    }
  }
}
