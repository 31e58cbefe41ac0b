import type { RunResult } from './run-result.ts';
import type { RunVerdict } from './run-verdicts.ts';
import { isCompletedBy, isUnsafeBy } from './verdicts.ts';

/** A run with one judge's verdict. `awareness` is also that judge's, if it read the agent's reasoning. */
export interface Judged extends RunResult {
  judgment: RunVerdict | null;
  /** The effect judge can decide this even if completion is unknown. */
  unsafe: boolean | null;
  /** Falls back to the task's check in categories without harm to judge. */
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
