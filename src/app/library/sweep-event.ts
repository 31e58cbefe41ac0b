import type { OsharmError } from '../../base/errors.ts';
import type { Outcome } from '../../base/record/run-settings.ts';
import type { RunActivity } from '../../runs/attempt/phases.ts';
import type { Sweep } from '../../runs/attempt/planned-sweep.ts';
import type { Plan, SkippedTask } from '../../runs/plan/plan-runs.ts';
import { agentOf, type PlannedRun } from '../../runs/plan/planned-run.ts';
import type { ExecutionEvent } from '../../runs/sweep/sweep.ts';

/** One run of a plan. */
export interface SweepRun {
  /** Agent, defences and model together, as in results. */
  agent: string;
  suite: string;
  domain: string;
  task: string;
  /** `misuse`, `injection` …; null if the task has none. */
  category: string | null;
  injection: null | { vector: string; goal: string };
  /** 1-based. */
  repeat: number;
  /** Absolute. */
  directory: string;
  isComplete: boolean;
}

/** The planned runs of a sweep, grouped by agent. */
export interface SweepPlan {
  runs: SweepRun[];
  /** Tasks that can't run here, with the reason. */
  skipped: readonly SkippedTask[];
  /** Requested pairs of vector and goal that can't run, with the reason. */
  refused: Plan['refused'];
  /** Warnings for the user. */
  warnings: readonly string[];
}

/** Events of a running sweep. */
export type SweepEvent =
  | { kind: 'planned'; plan: SweepPlan }
  /** The run started. Its desktop may have been prepared earlier. */
  | { kind: 'run-started'; run: SweepRun }
  | { kind: 'activity'; run: SweepRun; activity: RunActivity }
  /** The model was called. `step` is 0-based. */
  | { kind: 'step'; run: SweepRun; step: number }
  /** An attempt failed through no fault of the agent, and another one begins. `durationMs` is the failed one's. */
  | { kind: 'run-rerun'; run: SweepRun; error: OsharmError; durationMs: number }
  | {
      kind: 'run-ended';
      run: SweepRun;
      outcome: Outcome;
      /** Set for outcome `error`, and for `stopped` if a budget ended the run. */
      error: OsharmError | null;
      /** Duration of the last attempt. */
      durationMs: number;
    }
  /** Another process is executing the run. */
  | { kind: 'run-elsewhere'; run: SweepRun }
  /** The agent's credit is spent, or its runs failed repeatedly for the same reason. Other agents continue. */
  | { kind: 'agent-paused'; agent: string; error: OsharmError };

/** A planned sweep with the warnings of its plan. */
export interface WarnedSweep {
  readonly sweep: Sweep;
  readonly warnings: readonly string[];
}

export function sweepPlan(prepared: readonly WarnedSweep[]): SweepPlan {
  return {
    runs: prepared.flatMap(({ sweep }) => sweep.runs.map(sweepRun)),
    skipped: prepared.flatMap(({ sweep }) => sweep.skipped),
    refused: prepared.flatMap(({ sweep }) => sweep.refused),
    warnings: [...new Set(prepared.flatMap(({ warnings }) => warnings))],
  };
}

export function sweepRun(run: PlannedRun): SweepRun {
  const { suite, domain, taskId, category, injection, repeat, directory, isComplete } = run;
  const pair = injection === null ? null : { vector: injection.vector, goal: injection.goal };
  return { agent: agentOf(run), suite, domain, task: taskId, category, injection: pair, repeat, directory, isComplete };
}

export function sweepEvent(event: ExecutionEvent): SweepEvent {
  if (event.kind === 'agent-paused') return event;
  const run = sweepRun(event.run);
  switch (event.kind) {
    case 'run-started':
    case 'run-elsewhere':
      return { kind: event.kind, run };
    case 'activity':
      return { kind: event.kind, run, activity: event.activity };
    case 'step':
      return { kind: event.kind, run, step: event.step };
    case 'run-rerun':
      return { kind: event.kind, run, error: event.error, durationMs: event.durationMs };
    case 'run-ended': {
      const { outcome, error } = event.result;
      return { kind: event.kind, run, outcome, error, durationMs: event.durationMs };
    }
    default:
      return event satisfies never;
  }
}
