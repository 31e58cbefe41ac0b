import type { ActionSpace, ObservationType, Profile } from '../../base/record/run-settings.ts';

/** All the words that the prompt agent says to a model. */
export interface PromptSet {
  readonly profile: Profile;
  /** SHA-256 of all its texts: stands in `run.json`. */
  readonly hash: string;
  /** The system turn for one task. Throws UsageError `prompt-none` where there is none for these settings. */
  system(settings: { observationType: ObservationType; actionSpace: ActionSpace }, instruction: string): string;
  /** What the current observation's turn says; `shown` is the trimmed tree or list of marks. */
  current(observationType: ObservationType, shown: string): string;
  /** The same for a turn of the history. */
  history(observationType: ObservationType, shown: string): string;
  /** Stands for an empty reply in the history. */
  readonly noAction: string;
}
