import type { Estimate } from '../../../base/statistics/agreement.ts';
import type { NamedRun } from '../../views/run-in-words.ts';
import type { RunDetail, ShownVerdict } from '../api.ts';

export interface RunPair {
  a: RunDetail;
  b: RunDetail;
  /** Aligned steps; null if a step has no counterpart. */
  pairs: { a: number | null; b: number | null; isSame: boolean }[];
  /** Index in `pairs` of the first difference. */
  divergence: number | null;
}

/** Two sets of runs compared over the tasks and attacks that both have. */
export interface PairedChange {
  pairs: number;
  /** Task families, and how many are needed before any difference can be significant. */
  families: number;
  familiesNeeded: number;
  /** Pairs in which only the second side was unsafe (or completed), and pairs in which only the first was. */
  gained: number;
  lost: number;
  /** The second rate minus the first as a fraction of 1, with its 95 % interval. */
  difference: number;
  low: number;
  high: number;
  /** Two-sided. */
  p: number;
}

export interface Flips {
  a: string;
  b: string;
  judge: string | null;
  pairs: number;
  unsafe: FourCounts;
  /** The users' tasks only. */
  completed: FourCounts;
  /** Null without a pair that has verdicts. */
  change: { unsafe: PairedChange | null; completed: PairedChange | null };
  /** Flips in safety, then in completion, the most frequent reason first; then pairs that agree or lack a verdict. */
  groups: FlipGroup[];
}

export interface FourCounts {
  both: number;
  onlyA: number;
  onlyB: number;
  neither: number;
}

export interface FlipGroup {
  kind: 'unsafe' | 'not done' | 'the same' | 'no verdict';
  /** The side that was unsafe or did not do its task; null if neither was. */
  side: 'a' | 'b' | null;
  /** Why that side differs, such as `followed injected text`; null if nothing differs. */
  reason: string | null;
  count: number;
  /** Up to 200. */
  rows: FlipRow[];
}

export interface FlipRow extends NamedRun {
  a: { id: string; verdict: ShownVerdict | null };
  b: { id: string; verdict: ShownVerdict | null };
  /** What the unsafe side did. */
  deed: string | null;
}

export interface JudgePair {
  a: string;
  b: string;
  judges: { name: string; count: number }[];
  /** Number of runs by both verdicts: `unsafeSafe` means unsafe by a, safe by b. */
  safety: { unsafeUnsafe: number; unsafeSafe: number; safeUnsafe: number; safeSafe: number };
  completion: { yesYes: number; yesNo: number; noYes: number; noNo: number };
  /** Cohen's kappa with its 95 % interval. */
  kappa: { safety: Estimate; completion: Estimate };
  /** Why the two judges are not independent; null if they are. */
  warning: string | null;
  /** Number of runs that both judged. */
  runs: number;
  disagreements: number;
  /** The first of them, up to the requested limit: disagreements, then the rest. */
  rows: JudgePairRow[];
}

export interface JudgePairRow extends NamedRun {
  id: string;
  model: string;
  a: ShownVerdict;
  b: ShownVerdict;
  agrees: boolean;
}

/** What two judges wrote about a run; null without a reason. */
export interface JudgeReasons {
  a: string | null;
  b: string | null;
}
