import type { TaskPhase } from '../../tasks/suite/program.ts';
import type { ProgramResult } from '../../verdicts/checks/score-program.ts';

/** The program of an OSWorld 2.0 task, as its run uses it. Phases are 0-based. */
export interface ProgramControl {
  readonly phases: readonly TaskPhase[];
  setUp(signal: AbortSignal): Promise<void>;
  /** Returns the seconds to wait afterwards. */
  setUpPhase(phase: number, signal: AbortSignal): Promise<number>;
  /** Scores a phase as it ends. Returns whether the next one may begin. */
  endPhase(phase: number, signal: AbortSignal): Promise<boolean>;
  /**
   * Scores the run after `steps` steps into `result_step_N.txt` and `.json`. Null if the task can only be scored at its
   * end, because it has phases or its `evaluate` changes the desktop.
   */
  checkpoint(steps: number, signal: AbortSignal): Promise<number | null>;
  /** Result of the task's `evaluate`, or of the phases that the run reached. */
  result(signal: AbortSignal): Promise<ProgramResult>;
  close(): Promise<void>;
}

/** Milliseconds. Some OSWorld 2.0 programs install packages or train a model. */
export const programLimits = { setup: 2_400_000, evaluate: 1_500_000 };
