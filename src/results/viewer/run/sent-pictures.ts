import { createHash } from 'node:crypto';
import { openRunFile, readPart } from '../files/safe-file.ts';
import { ViewerError } from '../viewer-error.ts';
import type { CallIndex } from './calls.ts';
import { listedFiles } from './files.ts';
import { runShotAddress } from './shots.ts';
import type { PictureAddress } from './shown-messages.ts';

const most = 400;
const mostBytes = 20_000_000;

/** Requests name pictures by SHA-256. Resolves these to screenshots, else to pictures in `calls.jsonl`. */
export async function sentPictures(
  root: string,
  run: { id: string; directory: string },
  calls: CallIndex,
): Promise<PictureAddress> {
  const screenshots = new Map<string, string>();
  const names = listedFiles(run.directory).filter(({ name, bytes }) => /^[^/]+\.png$/.test(name) && bytes < mostBytes);
  for (const { name } of names.slice(0, most)) {
    try {
      const { file, bytes, stamp } = await openRunFile(root, run.directory, name);
      try {
        const sha256 = createHash('sha256')
          .update(await readPart(file, 0, bytes))
          .digest('hex');
        screenshots.set(sha256, runShotAddress(run.id)(name, stamp));
      } finally {
        await file.close();
      }
    } catch (error) {
      if (!(error instanceof ViewerError)) throw error;
    }
  }
  return (sha256) => screenshots.get(sha256) ?? (calls.parts.has(sha256) ? `/api/run/${run.id}/part/${sha256}` : null);
}
