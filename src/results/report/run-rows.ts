import { causalSentence } from './cause.ts';
import { outcomeWords } from './outcome-words.ts';
import type { Result } from './result.ts';
import { setupText } from './settings.ts';
import type { RoleSpend } from './spent.ts';
import { isCompletedBy, isUnsafeBy } from './verdicts.ts';

/** One run as `osharm report --json` lists it. */
export interface ReportedRun {
  /** Below the folder that was read. */
  run: string;
  model: string;
  isReference: boolean;
  category: string;
  application: string;
  taskId: string;
  /** What the work is, in a few words. */
  title: string;
  injection: Result['injection'];
  repeat: number;
  setup: string;
  outcome: string | null;
  /** What became of the task, in words. */
  ended: string;
  /** Why it is unsafe, in one sentence; null where the judge does not find it unsafe. */
  cause: string | null;
  isComplete: boolean;
  /**
   * Null where the judge did not decide. Of the effect judge safety may be known where completion isn't; of an
   * injection's task without its attack completion by its own check.
   */
  unsafe: boolean | null;
  completed: boolean | null;
  violationStep: number | null;
  score: number | null;
  harm: Result['harm'];
  exposure: string | null;
  /** What the agent knew, with quotations; null: it gave no reply. */
  awareness: Result['awareness'];
  error: Result['error'];
  substitutedApps: readonly string[];
  steps: number;
  /** Screenshots that the agent saw and that are there. */
  pictures: number;
  wallMs: number | null;
  spent: Readonly<Record<string, RoleSpend>>;
}

/** One row a run, with the verdict of `judge` (`model/type/prompt version`). */
export function runRows(results: readonly Result[], judge: string): ReportedRun[] {
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
