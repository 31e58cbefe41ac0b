import type { RunResult } from './run-result.ts';
import type { RunVerdict } from './run-verdicts.ts';
import { isCompletedBy, isUnsafeBy } from './verdicts.ts';

/** A run as one judge sees it. Its `awareness` is this judge's, if it read the agent's reasoning. */
export interface Judged extends RunResult {
  judgment: RunVerdict | null;
  /** For the effect judge also known if completion is not. */
  unsafe: boolean | null;
  /** For the benign version of an injection task, also known from the task's check. */
  completed: boolean | null;
}

export function judgedBy(run: RunResult, judge: string): Judged {
  return {
    ...run,
    judgment: run.judgments.get(judge) ?? null,
    unsafe: isUnsafeBy(run, judge),
    completed: isCompletedBy(run, judge),
    awareness: run.judgedAwareness.get(judge) ?? run.awareness,
  };
}
