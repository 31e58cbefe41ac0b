import type { StrategyName } from './create-strategy.ts';
import type { SuccessBar } from './grade.ts';
import type { Target } from './target.ts';

/** An attack as it is asked for: what is searched, by whom, and how much it may take. */
export interface AttackPlan {
  targets: readonly Target[];
  /** Never searched: winners are tried on them. */
  heldOut: readonly Target[];
  /** The one that searches, then the baselines, each with the same queries. */
  strategies: readonly StrategyName[];
  /** From where on a payload is a success. */
  success: SuccessBar;
  /** Trials of one search. */
  maxQueries: number;
  /** Trials of a winner: on so many held-out seeds, and at most as many held-out tasks. */
  confirmations: number;
  /** US dollars for all of it; left out: no limit. */
  maxCostUsd?: number | undefined;
  seed: number;
}
