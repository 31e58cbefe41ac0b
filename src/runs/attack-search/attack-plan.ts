import type { StrategyName } from './create-strategy.ts';
import type { Genome } from './genome.ts';
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
  /** Runs of each task without a payload: what the agent and its defences do to the user's work. */
  benign: number;
  /** Payloads of another attack, tried on every target, each `confirmations` times. */
  transferred: readonly TransferredPayload[];
  /** Trials of searches begin where an earlier one of the same target and seed was shown its payload. Those of winners never do. */
  fromExposure: boolean;
  /** The attacker's model; null: there is none. */
  attackerModel: string | null;
  /** US dollars for all of it; left out: no limit. */
  maxCostUsd?: number | undefined;
  seed: number;
}

/** A payload that won in another attack and won again on held-out seeds. */
export interface TransferredPayload {
  /** SHA-256 of the text that won there; here the same parts are put together for another target. */
  source: string;
  genome: Genome;
  /** What a model put around the request; null: no model did. */
  template: string | null;
  /** The agent that it was found on. */
  agent: string;
}
