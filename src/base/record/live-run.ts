import { closeSync, constants, futimesSync, lstatSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeWholeFile } from './write-whole-file.ts';

const fileName = '.live.json';
/** A file in the sweep's folder. Its modification time is the last time that a viewer read the runs. */
const watchedName = '.watched';
const watchedFor = 20_000;

const liveRunSchema = z.object({
  costUsd: z.number().nullable(),
  /** The first harm that an oracle is sure of. The verdict is decided after the run. */
  harm: z
    .object({
      step: z.number(),
      oracle: z.string(),
      reason: z.string(),
    })
    .nullable(),
});
/** State of a run in progress. The file is deleted when the run ends. */
export type LiveRun = z.infer<typeof liveRunSchema>;

export function writeLiveRun(directory: string, live: LiveRun): void {
  writeWholeFile(join(directory, fileName), JSON.stringify(live));
}

export function removeLiveRun(directory: string): void {
  rmSync(join(directory, fileName), { force: true });
}

export function readLiveRun(directory: string): LiveRun | null {
  try {
    return liveRunSchema.parse(JSON.parse(readFileSync(join(directory, fileName), 'utf8')));
  } catch {
    return null;
  }
}

export function watchSweep(folder: string): void {
  const { O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  try {
    // Another user may have prepared this folder, so links are not followed.
    const file = openSync(join(folder, watchedName), O_CREAT | O_WRONLY | O_NOFOLLOW, 0o644);
    try {
      const now = new Date();
      futimesSync(file, now, now);
    } finally {
      closeSync(file);
    }
  } catch {
    // Without write access, the viewer shows harm only after a run has ended.
  }
}

export function isWatched(folder: string): boolean {
  try {
    return Date.now() - lstatSync(join(folder, watchedName)).mtimeMs < watchedFor;
  } catch {
    return false;
  }
}
