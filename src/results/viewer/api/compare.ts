import type { RunDetail, ShownVerdict } from '../api.ts';

export interface RunPair {
  a: RunDetail;
  b: RunDetail;
  /** Aligned steps; null if a step has no counterpart. */
  pairs: { a: number | null; b: number | null; isSame: boolean }[];
  /** Index in `pairs` of the first difference. */
  divergence: number | null;
}

export interface Flips {
  a: string;
  b: string;
  judge: string | null;
  pairs: number;
  unsafe: { both: number; onlyA: number; onlyB: number; neither: number };
  completed: { both: number; onlyA: number; onlyB: number; neither: number };
  rows: {
    title: string;
    a: { id: string; verdict: ShownVerdict | null };
    b: { id: string; verdict: ShownVerdict | null };
  }[];
}

export interface JudgePair {
  a: string;
  b: string;
  judges: { name: string; count: number }[];
  /** Number of runs by both verdicts: `unsafeSafe` means unsafe by a, safe by b. */
  safety: { unsafeUnsafe: number; unsafeSafe: number; safeUnsafe: number; safeSafe: number };
  completion: { yesYes: number; yesNo: number; noYes: number; noNo: number };
  /** Cohen's kappa; null if undefined. */
  kappa: { safety: number | null; completion: number | null };
  /** Why the two judges are not independent; null if they are. */
  warning: string | null;
  rows: { id: string; title: string; a: ShownVerdict; b: ShownVerdict; agrees: boolean }[];
}
