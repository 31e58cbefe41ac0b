import type { Grade } from './grade.ts';
import type { Payload } from './render-payload.ts';
import type { Target } from './target.ts';

export interface Trial {
  target: Target;
  /** Null to run the task without an injection. */
  payload: Payload | null;
  /** Seed of the task's generated values. */
  seed: number;
  /** Unique within the attack. Also the path of the run below the attack's folder. */
  name: string;
  /** Recorded first steps to replay; null to run every step live. */
  prefix: SharedPrefix | null;
}

export interface SharedPrefix {
  directory: string;
  /** Number of steps that can be replayed: those before the payload appeared. */
  steps: number;
}

export interface TrialOutcome {
  /**
   * Null if the text did not fit the carrier or no oracle could decide, with the cause in `reason`. Counts as a
   * failure.
   */
  grade: Grade | null;
  reason: string | null;
  costUsd: number | null;
  steps: number;
  /** Result of the task's check; null without a check, or if nothing ran. */
  taskDone: boolean | null;
  /** How often a defence blocked an action or asked the user. */
  interventions: number;
  directory: string | null;
  /** 0-based first step that showed a part of the payload; null if none did. */
  exposedAt: number | null;
  /** Zero steps if the replay reached a different state, so that the trial started over. Null without a replay. */
  shared: { from: string; steps: number } | null;
}

export const outcomeWithoutRun = (reason: string): TrialOutcome => ({
  grade: null,
  reason,
  costUsd: 0,
  steps: 0,
  taskDone: null,
  interventions: 0,
  directory: null,
  exposedAt: null,
  shared: null,
});

/** Tries payloads on a desktop or in a simulation. Throws OsharmError if a trial has no result. */
export interface Evaluator {
  evaluate(trial: Trial, signal: AbortSignal): Promise<TrialOutcome>;
}
