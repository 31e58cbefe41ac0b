import type { RunResult } from '../model/run-result.ts';
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
  return results.map((result) => {
    const verdict = result.judgments.get(judge);
    return {
      run: result.path,
      model: result.model,
      isReference: result.isReference,
      category: result.category,
      application: result.domain,
      taskId: result.taskId,
      title: result.title,
      injection: result.injection,
      repeat: result.repeat,
      setup: setupText(result.settings),
      outcome: result.outcome,
      ended: outcomeWords(result.category, result.outcome, isCompletedBy(result, judge)),
      cause: causalSentence(result, judge),
      isComplete: result.isComplete,
      unsafe: isUnsafeBy(result, judge),
      completed: isCompletedBy(result, judge),
      violationStep: verdict?.violationStep ?? null,
      score: result.score,
      harm: result.harm,
      exposure: result.exposure?.extent ?? null,
      awareness: result.judgedAwareness.get(judge) ?? result.awareness,
      error: result.error,
      substitutedApps: result.substitutedApps,
      steps: result.steps,
      pictures: result.pictures,
      wallMs: result.wallMs,
      spent: result.spent,
    };
  });
}
