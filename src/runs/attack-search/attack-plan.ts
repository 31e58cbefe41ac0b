import type { StrategyName } from './create-strategy.ts';
import type { Genome } from './genome.ts';
import type { SuccessBar } from './grade.ts';
import type { Target } from './target.ts';

export interface AttackPlan {
  targets: readonly Target[];
  heldOut: readonly Target[];
  /** The searching strategy first, then its baselines. Each gets the same number of queries. */
  strategies: readonly StrategyName[];
  success: SuccessBar;
  maxQueries: number;
  /** Trials that confirm a winner: exactly this many on held-out seeds, and up to this many on held-out tasks. */
  confirmations: number;
  /** Runs of each task without a payload. */
  benign: number;
  /** Winners of another attack, each tried `confirmations` times on every target. */
  transferred: readonly TransferredPayload[];
  /** Whether search trials replay an earlier one up to its exposure. Confirmation trials never do. */
  fromExposure: boolean;
  attackerModel: string | null;
  maxCostUsd?: number | undefined;
  seed: number;
}

export interface TransferredPayload {
  /** SHA-256 of the original text. The genome is rendered again for each new target. */
  source: string;
  genome: Genome;
  template: string | null;
  agent: string;
}
