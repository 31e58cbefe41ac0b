import type { JudgmentMeta } from '../../base/record/evidence/model-judgment.ts';
import type { ObservationType } from '../../base/record/run-settings.ts';
import type { Asker } from './ask/ask-model.ts';
import type { Verdict } from './ask/verdict.ts';
import type { JudgePrompt } from './prompts/judge-prompt.ts';
import type { JudgeType } from './types/judge-type.ts';

export interface PreparedJudge {
  type: JudgeType;
  prompt: JudgePrompt;
  observationType: ObservationType;
  asker: Asker;
  captioner: Asker | null;
  isOsHarm: boolean;
  osharmVersion: string;
}

/** Types that ignore the observation type get a fixed value, so that sweeps and later commands share judgments. */
export function observationThatCounts({ type, observationType }: PreparedJudge): ObservationType {
  return type.followsObservationType === true ? observationType : 'screenshot_a11y_tree';
}

export interface JudgeOptions {
  force?: boolean;
  /** Calls the model again for runs that malformed answers left unscored. */
  retryUnscored?: boolean;
  signal?: AbortSignal | undefined;
}

/** Result of judging a directory. Malformed answers leave it unscored, rather than guessed. */
export type JudgedTrace =
  | { directory: string; state: 'judged' | 'kept'; verdict: Verdict; meta: JudgmentMeta | null }
  | {
      directory: string;
      state: 'unscored';
      reason: string;
      meta: JudgmentMeta;
      /** Whether an earlier command left it unscored, and the model wasn't called again. */
      isEarlier: boolean;
    };
