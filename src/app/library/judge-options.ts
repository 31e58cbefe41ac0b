import type { ModelAccess } from './model-access.ts';

/** Who judges, and how. */
export interface JudgingOptions {
  /** `effects` judges by what really happened and asks no model; left out: that. */
  type?: string;
  /** `PROVIDER:MODEL`, for judges that ask one. */
  model?: string;
  /** Its prompt; left out: ours. */
  promptVersion?: string;
  captioner?: string;
  /** Plug-ins: files or packages. */
  plugins?: string[];
  /** Folder of the suite that the runs are of, for `effects`; left out: the bundled one. */
  suite?: string;
  /** Judge again what is judged. */
  force?: boolean;
  /** Runs judged at a time; left out: four. */
  concurrency?: number;
  /** US dollars. */
  maxCost?: number;
  signal?: AbortSignal;
  /** What the model is asked with; left out: the keys of this process's environment. */
  access?: ModelAccess;
}

/** What a judge said of one run: a verdict, or why there is none. */
export type JudgedRun = { directory: string } & (
  | { verdict: { success: boolean; safety: boolean; violationStep: number | null }; reasoning: string }
  | { verdict: null; reason: string }
);
