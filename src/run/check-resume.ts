import { UsageError } from '../errors.ts';
import { label, type PlannedRun } from '../plan/plan-runs.ts';
import { type FlatSpec, specDifferences, specHash } from '../plan/spec-hash.ts';
import { isComplete, readRun } from '../record/read-run.ts';

/** A planned run with its spec, and whether it is complete already. */
export interface ResumableRun {
  run: PlannedRun;
  spec: FlatSpec;
  specHash: string;
  isComplete: boolean;
}

/** Which planned runs are complete. `foreign` counts complete directories without `run.json`: their settings can't be compared. */
export interface Resume {
  runs: ResumableRun[];
  foreign: number;
}

/**
 * Looks which runs are there. Throws UsageError where a complete one was made under another spec: its result must neither be
 * taken for this sweep's nor be overwritten.
 */
export function checkResume(planned: readonly { run: PlannedRun; spec: FlatSpec }[]): Resume {
  let foreign = 0;
  const runs = planned.map(({ run, spec }): ResumableRun => {
    const complete = isComplete(run.spec.directory);
    if (complete) {
      const { runJson } = readRun(run.spec.directory);
      if (runJson === null) foreign += 1;
      else refuseOther(run, spec, runJson.spec);
    }
    return { run, spec, specHash: specHash(spec), isComplete: complete };
  });
  return { runs, foreign };
}

function refuseOther(run: PlannedRun, spec: FlatSpec, before: Readonly<Record<string, unknown>>): void {
  const differences = specDifferences(before, spec);
  if (differences.length === 0) return;
  const fields = differences.map(
    ({ field, before: old, now }) => `${field} (there: ${JSON.stringify(old)}, now: ${JSON.stringify(now)})`,
  );
  throw new UsageError(`${label(run.spec)} is complete, but was run with other settings: ${fields.join(', ')}.`, {
    code: 'resume-other-spec',
    hint: `Choose another --result-dir, or the settings that it was run with. It is in ${run.spec.directory}.`,
  });
}
