import { costOfRun, type RunCost } from './run-cost.ts';
import { endingOf, type RunEnding } from './run-ending.ts';
import type { RunFiles } from './run-files.ts';
import { type RunSetup, setupOf } from './run-setup.ts';
import { type RunSubject, subjectOf } from './run-subject.ts';
import { type RunTiming, timingOf } from './run-timing.ts';
import { type RunVerdicts, verdictsOf } from './run-verdicts.ts';

/** The fields that lists and the viewer's index need. They keep up to a hundred thousand runs in memory. */
export interface RunSummary extends RunSubject, RunSetup, RunEnding, RunVerdicts, RunTiming, RunCost {}

export function summaryOf(files: RunFiles): RunSummary {
  return {
    ...subjectOf(files),
    ...setupOf(files),
    ...endingOf(files),
    ...verdictsOf(files),
    ...timingOf(files),
    ...costOfRun(files),
  };
}
