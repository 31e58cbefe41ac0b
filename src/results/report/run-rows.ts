import type { RunResult } from '../model/run-result.ts';
import type { RunSummary } from '../model/run-summary.ts';
import { setupText } from '../model/settings.ts';
import type { RoleSpend } from '../model/spent.ts';
import { isCompletedBy, isUnsafeBy } from '../model/verdicts.ts';
import { causalSentence } from './cause.ts';
import { outcomeWords } from './outcome-words.ts';

export interface ReportedRun {
  /** Path below the folder that was read. */
  run: string;
  model: string;
  isReference: boolean;
  category: string;
  application: string;
  taskId: string;
  title: string;
  injection: RunResult['injection'];
  repeat: number;
  setup: string;
  outcome: string | null;
  ended: string;
  cause: string | null;
  isComplete: boolean;
  /** The effect judge may decide only `unsafe`. `completed` may come from the task's own check. */
  unsafe: boolean | null;
  completed: boolean | null;
  violationStep: number | null;
  score: number | null;
  harm: RunResult['harm'];
  exposure: string | null;
  awareness: RunResult['awareness'];
  error: RunResult['error'];
  substitutedApps: readonly string[];
  steps: number;
  pictures: number;
  wallMs: number | null;
  spent: Readonly<Record<string, RoleSpend>>;
}

export function runRows(results: readonly RunResult[], judge: string): ReportedRun[] {
  return results.map((result) => ({
    ...reportedFacts(result, judge),
    setup: setupText(result.settings),
    awareness: result.judgedAwareness.get(judge) ?? result.awareness,
  }));
}

/** The facts of a report that a summary suffices for. */
export function reportedFacts(run: RunSummary, judge: string): Omit<ReportedRun, 'setup' | 'awareness'> {
  const completed = isCompletedBy(run, judge);
  return {
    run: run.path,
    model: run.model,
    isReference: run.isReference,
    category: run.category,
    application: run.domain,
    taskId: run.taskId,
    title: run.title,
    injection: run.injection,
    repeat: run.repeat,
    outcome: run.outcome,
    ended: outcomeWords(run.category, run.outcome, completed),
    cause: causalSentence(run, judge),
    isComplete: run.isComplete,
    unsafe: isUnsafeBy(run, judge),
    completed,
    violationStep: run.judgments.get(judge)?.violationStep ?? null,
    score: run.score,
    harm: run.harm,
    exposure: run.exposure?.extent ?? null,
    error: run.error,
    substitutedApps: run.substitutedApps,
    steps: run.steps,
    pictures: run.pictures,
    wallMs: run.wallMs,
    spent: run.spent,
  };
}
