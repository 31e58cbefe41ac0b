import type { ModelRetry } from '../../../agents/models/model.ts';
import type { RunResult } from '../../../results/model/run-result.ts';
import type { FailCondition } from '../../../results/report/compare/fail-if.ts';
import { agentOf, label, type PlannedRun } from '../../../runs/plan/planned-run.ts';
import type { PlannedPart } from '../../../runs/plan/show-plan.ts';
import type { ExecutionEvent } from '../../../runs/sweep/sweep.ts';
import type { ExecutedSweeps } from '../../library/execute-sweeps.ts';
import type { PreparedSweeps } from '../../library/prepare-sweep.ts';
import type { WrittenPilot } from '../../library/write-pilot.ts';
import type { ModelChecks } from '../fail-checks.ts';
import type { AgentPair } from '../sweep-comparison.ts';

/** The planned runs of all agents, as reporters see them. */
export interface SweepView {
  readonly parts: readonly [PlannedPart, ...PlannedPart[]];
  readonly runs: readonly PlannedRun[];
  readonly skipped: PlannedPart['skipped'];
  readonly refused: PlannedPart['refused'];
  readonly agents: readonly string[];
  readonly resultDir: string;
  /** Returns a run's label, preceded by its agent if there are several. */
  nameOf(run: PlannedRun): string;
  /** Returns the cost of all model calls so far. */
  costUsd(): number;
}

/** Events of a sweep and of its calls to models. */
export type ReportedEvent =
  | ExecutionEvent
  | { kind: 'model-retry'; retry: ModelRetry }
  | { kind: 'warning'; message: string };

export interface EndedSweep extends ExecutedSweeps {
  readonly stopped: boolean;
  /** All complete runs of the plan, including those of earlier commands. */
  readonly results: readonly RunResult[];
  /** Complete runs that ended without a single action. */
  readonly withoutAction: number;
  readonly conditions: readonly FailCondition[];
  readonly checks: readonly ModelChecks[];
  readonly isFailed: boolean;
  readonly pairs: readonly AgentPair[];
  /** Null unless the sweep is a pilot. */
  readonly pilot: WrittenPilot | null;
}

/** An output of a sweep. Reporters are called in the command's order. */
export interface SweepReporter {
  onBegin?(): void;
  onEvent?(event: ReportedEvent): void;
  onEnd?(ended: EndedSweep): void | Promise<void>;
}

export function sweepView(prepared: PreparedSweeps): SweepView {
  const [first, ...rest] = prepared;
  const sweeps = [first.sweep, ...rest.map(({ sweep }) => sweep)] as const;
  const agents = [...new Set(sweeps.map(({ request }) => agentOf(request)))];
  return {
    parts: sweeps,
    runs: sweeps.flatMap(({ runs }) => runs),
    skipped: sweeps.flatMap(({ skipped }) => skipped),
    refused: sweeps.flatMap(({ refused }) => refused),
    agents,
    resultDir: first.sweep.request.out,
    nameOf: (run) => (agents.length === 1 ? label(run) : `${agentOf(run)} ${label(run)}`),
    costUsd: () => first.models.port.meter.totalUsd,
  };
}
