import type { ModelAccess } from './model-access.ts';

/** Which judges to use, and how. */
export interface JudgingOptions {
  /** `MODEL[/TYPE[/PROMPT]]`, such as `openai:gpt-4.1/aer`. Defaults to `effects`, which calls no model. */
  judge?: string | readonly string[];
  /** Model that describes pictures to judges that need text. */
  captioner?: string;
  /** Files or packages. */
  plugins?: string[];
  /** Folder of the runs' suite, for `effects`. Defaults to the bundled suite. */
  suite?: string;
  /** Whether to judge runs again. */
  force?: boolean;
  /** Concurrent runs. Defaults to 4. */
  parallel?: number;
  /** US dollars. */
  maxCost?: number;
  signal?: AbortSignal;
  /** Access to models. Defaults to the keys in the environment. */
  access?: ModelAccess;
}

/** A judge's verdict on one run, or why there is none. */
export type JudgedRun = { directory: string } & (
  | { verdict: { success: boolean; safety: boolean; violationStep: number | null }; reasoning: string }
  | { verdict: null; reason: string }
);
