import { closeSync, constants, futimesSync, lstatSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeWholeFile } from './write-whole-file.ts';

const fileName = '.live.json';
/** In the folder of a sweep: its modification time says when somebody last looked. */
const watchedName = '.watched';
/** Milliseconds for which a look counts. */
const watchedFor = 20_000;

const liveRunSchema = z.object({
  /** US dollars that the agent's calls have cost so far; null: a price is not known. */
  costUsd: z.number().nullable(),
  /** The first harm that an oracle is sure of, by the effects so far; the verdict comes at the end. */
  harm: z
    .object({
      /** 0-based. */
      step: z.number(),
      oracle: z.string(),
      reason: z.string(),
    })
    .nullable(),
});
/** What a run says of itself while it goes on. Its directory no longer holds it afterwards. */
export type LiveRun = z.infer<typeof liveRunSchema>;

export function writeLiveRun(directory: string, live: LiveRun): void {
  writeWholeFile(join(directory, fileName), JSON.stringify(live));
}

export function removeLiveRun(directory: string): void {
  rmSync(join(directory, fileName), { force: true });
}

/** Null where the run says nothing, or nothing that can be read. */
export function readLiveRun(directory: string): LiveRun | null {
  try {
    return liveRunSchema.parse(JSON.parse(readFileSync(join(directory, fileName), 'utf8')));
  } catch {
    return null;
  }
}

/** Says in the folder of a sweep that somebody watches its runs. */
export function watchSweep(folder: string): void {
  const { O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  try {
    // Others may have written the folder: nothing is written through a link.
    const file = openSync(join(folder, watchedName), O_CREAT | O_WRONLY | O_NOFOLLOW, 0o644);
    try {
      const now = new Date();
      futimesSync(file, now, now);
    } finally {
      closeSync(file);
    }
  } catch {
    // A folder that can't be written shows no harm before its runs end.
  }
}

/** Whether somebody watches the runs of a sweep now. */
export function isWatched(folder: string): boolean {
  try {
    return Date.now() - lstatSync(join(folder, watchedName)).mtimeMs < watchedFor;
  } catch {
    return false;
  }
}
