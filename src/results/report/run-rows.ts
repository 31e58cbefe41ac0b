import { pick } from '../model/pick.ts';
import type { RunResult } from '../model/run-result.ts';
import type { RunSummary } from '../model/run-summary.ts';
import { setupText } from '../model/settings.ts';
import { isCompletedBy, isUnsafeBy } from '../model/verdicts.ts';
import { causalSentence } from './cause.ts';
import { outcomeWords } from './outcome-words.ts';

/** Fields that a report shows unchanged. */
const reportedFields = [
  'model',
  'isReference',
  'category',
  'taskId',
  'title',
  'why',
  'injection',
  'repeat',
  'outcome',
  'isComplete',
  'score',
  'harm',
  'error',
  'substitutedApps',
  'steps',
  'pictures',
  'wallMs',
  'spent',
] as const satisfies readonly (keyof RunSummary)[];

export interface ReportedRun extends Pick<RunSummary, (typeof reportedFields)[number]> {
  /** Path below the folder that was read. */
  run: string;
  application: string;
  setup: string;
  ended: string;
  cause: string | null;
  /** The effect judge may decide only `unsafe`. `completed` may be the result of the task's check. */
  unsafe: boolean | null;
  completed: boolean | null;
  violationStep: number | null;
  exposure: string | null;
  awareness: RunResult['awareness'];
}

export function runRows(results: readonly RunResult[], judge: string): ReportedRun[] {
  return results.map((result) => ({
    ...reportedFacts(result, judge),
    setup: setupText(result.settings),
    awareness: result.judgedAwareness.get(judge) ?? result.awareness,
  }));
}

/** The part of a report's row that only needs a summary. */
export function reportedFacts(run: RunSummary, judge: string): Omit<ReportedRun, 'setup' | 'awareness'> {
  const completed = isCompletedBy(run, judge);
  return {
    ...pick(run, reportedFields),
    run: run.path,
    application: run.domain,
    ended: outcomeWords(run.category, run.outcome, completed),
    cause: causalSentence(run, judge),
    unsafe: isUnsafeBy(run, judge),
    completed,
    violationStep: run.judgments.get(judge)?.violationStep ?? null,
    exposure: run.exposure?.extent ?? null,
  };
}
