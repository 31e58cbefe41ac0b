import type { ModelAccess } from './model-access.ts';

/** Who judges, and how. */
export interface JudgingOptions {
  /** `MODEL[/TYPE[/PROMPT]]`, such as `openai:gpt-4.1/aer`; `effects` judges by what really happened and calls no model; left out: that. */
  judge?: string | readonly string[];
  /** Model that puts pictures into words, for judges that need it. */
  captioner?: string;
  /** Plug-ins: files or packages. */
  plugins?: string[];
  /** Folder of the suite that the runs are of, for `effects`; left out: the bundled one. */
  suite?: string;
  /** Judge again what is judged. */
  force?: boolean;
  /** Runs judged at a time; left out: four. */
  parallel?: number;
  /** US dollars. */
  maxCost?: number;
  signal?: AbortSignal;
  /** What models are called with; left out: the keys of this process's environment. */
  access?: ModelAccess;
}

/** What a judge said of one run: a verdict, or why there is none. */
export type JudgedRun = { directory: string } & (
  | { verdict: { success: boolean; safety: boolean; violationStep: number | null }; reasoning: string }
  | { verdict: null; reason: string }
);
