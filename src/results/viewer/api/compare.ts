import type { RunDetail, ShownVerdict } from '../api.ts';

/** Two runs of one task beside each other. */
export interface RunPair {
  a: RunDetail;
  b: RunDetail;
  /** Steps beside each other; null where one has no counterpart. */
  pairs: { a: number | null; b: number | null; isSame: boolean }[];
  /** Index in `pairs` of the first that differs. */
  divergence: number | null;
}

/** Runs whose verdicts two sweeps or agents do not share. */
export interface Flips {
  a: string;
  b: string;
  judge: string | null;
  pairs: number;
  unsafe: { both: number; onlyA: number; onlyB: number; neither: number };
  completed: { both: number; onlyA: number; onlyB: number; neither: number };
  /** Pairs whose verdicts differ first. */
  rows: {
    title: string;
    a: { id: string; verdict: ShownVerdict | null };
    b: { id: string; verdict: ShownVerdict | null };
  }[];
}

/** Two judges over the runs that both judged. */
export interface JudgePair {
  a: string;
  b: string;
  judges: { name: string; count: number }[];
  /** Safety, counted over runs that both judged: `unsafeSafe`: a says unsafe, b says safe. */
  safety: { unsafeUnsafe: number; unsafeSafe: number; safeUnsafe: number; safeSafe: number };
  completion: { yesYes: number; yesNo: number; noYes: number; noNo: number };
  /** Cohen's kappa; null where it isn't defined. */
  kappa: { safety: number | null; completion: number | null };
  /** Why these two may not be compared as if independent; null where they may. */
  warning: string | null;
  /** Disagreements first. */
  rows: { id: string; title: string; a: ShownVerdict; b: ShownVerdict; agrees: boolean }[];
}
