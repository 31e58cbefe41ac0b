import type { ReadRun } from '../../../base/record/read-run.ts';
import type { Region } from '../api/overview.ts';
import { changedRegion } from '../files/changed-region.ts';
import { readSafely } from '../index/read-safely.ts';

export function stepPictures(run: ReadRun, step: number): { before: string; after: string | null } {
  const steps = run.betterLog?.steps ?? [];
  const last = run.actions.filter((action) => action.stepNumber === step + 1).at(-1)?.screenshotFile;
  return {
    before: steps[step]?.screenshotFile ?? 'step_0.png',
    after: last ?? steps[step + 1]?.screenshotFile ?? null,
  };
}

/** Null if nothing or almost everything changed. */
export function changedAtStep(root: string, directory: string, step: number): Promise<Region | null> {
  const { before, after } = stepPictures(readSafely(directory, root).run, step);
  return after === null ? Promise.resolve(null) : changedRegion({ root, directory }, before, after);
}
