import type { JudgmentMeta } from '../../base/record/evidence/model-judgment.ts';
import type { ObservationType } from '../../base/record/run-settings.ts';
import type { Asker } from './ask/ask-model.ts';
import type { Verdict } from './ask/verdict.ts';
import type { JudgePrompt } from './prompts/judge-prompt.ts';
import type { JudgeType } from './types/judge-type.ts';

/** A model as judge, and how it is shown runs. */
export interface PreparedJudge {
  type: JudgeType;
  prompt: JudgePrompt;
  observationType: ObservationType;
  asker: Asker;
  /** Null where the type needs none. */
  captioner: Asker | null;
  /** OS-Harm's own request. */
  isOsHarm: boolean;
  osharmVersion: string;
}

/**
 * The observation type that a judgment depends on: what its type doesn't show can't change it, so a sweep's judge and a
 * later command have it in common.
 */
export function observationThatCounts({ type, observationType }: PreparedJudge): ObservationType {
  return type.followsObservationType === true ? observationType : 'screenshot_a11y_tree';
}

export interface JudgeOptions {
  /** Judges again what is judged already. */
  force?: boolean;
  /** Asks again about runs whose answers had not the form asked for. */
  retryUnscored?: boolean;
  signal?: AbortSignal | undefined;
}

/** What came of one directory. A judge that gives no answer of the form asked for leaves it unscored: nothing is guessed. */
export type JudgedTrace =
  | { directory: string; state: 'judged' | 'kept'; verdict: Verdict; meta: JudgmentMeta | null }
  | {
      directory: string;
      state: 'unscored';
      reason: string;
      meta: JudgmentMeta;
      /** Whether an earlier command found it so: nothing was asked now. */
      isEarlier: boolean;
    };
