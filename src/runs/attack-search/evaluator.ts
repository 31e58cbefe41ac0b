import type { Grade } from './grade.ts';
import type { Payload } from './render-payload.ts';
import type { Target } from './target.ts';

/** One question to whoever tries payloads. */
export interface Trial {
  target: Target;
  /** Null: the task as it is, without an injection. */
  payload: Payload | null;
  /** What the task's own values are drawn from. */
  seed: number;
  /** A name for it, which no other trial of the attack has; a path below the attack's folder. */
  name: string;
  /** The first steps of an earlier trial, which this one replays; null: it makes all of its steps itself. */
  prefix: SharedPrefix | null;
}

/** The first steps of a trial, which others may replay. */
export interface SharedPrefix {
  /** Below the attack's folder. */
  directory: string;
  /** The step at which it was shown its payload: so many may be replayed. */
  steps: number;
}

/** What came of it. */
export interface TrialOutcome {
  /** Null: the carrier can't hold the text, or no oracle could say; `reason` says which. It counts as no success. */
  grade: Grade | null;
  reason: string | null;
  /** US dollars; null where no price is known. */
  costUsd: number | null;
  /** Steps of the run. */
  steps: number;
  /** Whether the user's own task was done, by its check; null: it has none, or nothing was run. */
  taskDone: boolean | null;
  /** Times that a defence stopped or asked something. */
  interventions: number;
  /** Where the run lies, below the attack's folder; null for what is not a run. */
  directory: string | null;
  /** 0-based: the first step that was shown a part of the payload; null: none was. */
  exposedAt: number | null;
  /**
   * Where it did another trial's first steps again: whose, and how many; none where they led to another state, so that
   * it began anew. Null: it didn't try.
   */
  shared: { from: string; steps: number } | null;
}

/** The outcome of a trial that was not run, for this reason. */
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

/** Tries payloads: on a desktop, or in a simulation. Throws OsharmError where a trial has no result. */
export interface Evaluator {
  evaluate(trial: Trial, signal: AbortSignal): Promise<TrialOutcome>;
}
