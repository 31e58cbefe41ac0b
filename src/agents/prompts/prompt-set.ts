import type { ActionSpace, ObservationType, Profile } from '../../base/record/run-settings.ts';
import type { ToolServer } from '../../tasks/suite/tool-server.ts';

/** The prompt agent's texts. */
export interface PromptSet {
  readonly profile: Profile;
  /** SHA-256 of all texts, recorded in `run.json`. */
  readonly hash: string;
  /** The system message of a task. Throws UsageError `prompt-none` if these settings have none. */
  system(settings: { observationType: ObservationType; actionSpace: ActionSpace }, instruction: string): string;
  /** Describes the task's tools, after the system message. Omitted if these prompts have no tools. */
  tools?(servers: readonly ToolServer[]): string;
  current(observationType: ObservationType, shown: string): string;
  history(observationType: ObservationType, shown: string): string;
  /** Replaces an empty reply in the history. */
  readonly noAction: string;
}
