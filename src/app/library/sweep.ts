import { OsharmError } from '../../base/errors.ts';
import type { Outcome } from '../../base/record/run-settings.ts';
import type { ProviderOptions } from '../../desktop/providers/registry.ts';
import type { Result } from '../../results/report/result.ts';
import type { Activity } from '../../runs/attempt/phases.ts';
import type { Plan, SkippedTask } from '../../runs/plan/plan-runs.ts';
import { agentOf, type PlannedRun } from '../../runs/plan/planned-run.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';
import { endingError, type SweepEvent as OwnEvent } from '../../runs/sweep/sweep.ts';
import type { PreparedSweep } from './make-sweep.ts';

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
  /** Sentences for the user. */
  warnings: readonly string[];
}

/** Events of a running sweep. */
export type SweepNews =
  | { kind: 'planned'; plan: SweepPlan }
  /** The run's turn has come. */
  | { kind: 'run-started'; run: SweepRun }
  /** The run's activity changed. */
  | { kind: 'activity'; run: SweepRun; activity: Activity }
  /** The model was called. `step` is 0-based. */
  | { kind: 'step'; run: SweepRun; step: number }
  /** An attempt failed through no fault of the agent, and another one begins. `durationMs`: of the failed attempt. */
  | { kind: 'run-rerun'; run: SweepRun; error: OsharmError; durationMs: number }
  | {
      kind: 'run-ended';
      run: SweepRun;
      outcome: Outcome;
      /** Set for outcome `error`, and for `stopped` if a budget ended the run. */
      error: OsharmError | null;
      /** Of the last attempt. */
      durationMs: number;
    }
  /** Another process is executing the run. */
  | { kind: 'run-elsewhere'; run: SweepRun }
  /** The agent's credit is spent, or its runs failed for one cause. Other agents continue. */
  | { kind: 'agent-paused'; agent: string; error: OsharmError };

/** How to follow and stop a sweep. */
export interface RunSweepOptions {
  /** Stops the sweep: desktops are closed, finished runs are kept. */
  signal?: AbortSignal;
  /** Called for every run and step. */
  onEvent?(event: SweepNews): void;
  /** Options of the desktop provider (docs/compatibility/providers.md). */
  providerOptions?: ProviderOptions;
}

/** The result of a sweep. */
export interface SweepOutcome {
  plan: SweepPlan;
  /** Every complete run of the plan, including those of earlier sweeps. */
  results: Result[];
  /** Runs that failed in this call. Calling again reruns them. */
  errors: { run: SweepRun; error: OsharmError }[];
  /** Why the runs of one or all agents ended early; null if they did not. */
  endedBy: OsharmError | null;
}

/** Plans a sweep. Starts nothing, calls no model and needs no key. Throws UsageError for invalid options. */
export async function planFromOptions(
  options: SweepOptions,
  { providerOptions }: Pick<RunSweepOptions, 'providerOptions'> = {},
): Promise<SweepPlan> {
  const { withSweeps } = await import('./make-sweep.ts');
  return withSweeps(options, { provider: providerOptions, isDry: true }, async (prepared) => planOf(prepared));
}

/**
 * Plans a sweep, executes the remaining runs and judges them.
 *
 *     const { results } = await runSweep(
 *       { model: 'reference-hijacked', subset: 'injection', out: 'results' },
 *       { onEvent: (event) => console.log(event.kind) },
 *     );
 *
 * Several agents run concurrently: `model: 'openai:gpt-4.1,openai:o3'`, or `agents` with settings for each. A failing
 * run never ends other runs. Throws UsageError and EnvironmentError before the first desktop.
 */
export async function runFromOptions(options: SweepOptions, running: RunSweepOptions = {}): Promise<SweepOutcome> {
  const { signal = new AbortController().signal, onEvent = () => {}, providerOptions } = running;
  const [{ makeSweeps, withSweeps }, { readResult }] = await Promise.all([
    import('./make-sweep.ts'),
    import('../../results/report/result.ts'),
  ]);
  return withSweeps(options, { provider: providerOptions }, async (prepared) => {
    const plan = planOf(prepared);
    onEvent({ kind: 'planned', plan });
    const { result } = await makeSweeps(prepared, { signal, onEvent: (event) => onEvent(newsOf(event)) });
    const results = prepared.flatMap(({ sweep }) =>
      sweep.runs.map((run) => readResult(run.directory, sweep.request.resultDir)),
    );
    return {
      plan,
      results: results.filter((item) => item.isComplete),
      errors: result.made.flatMap(({ run, result: { error, outcome } }) =>
        error === null || outcome !== 'error' ? [] : [{ run: sweepRun(run), error }],
      ),
      endedBy: endingError(result) ?? (signal.aborted ? stopped() : null),
    };
  });
}

const stopped = (): OsharmError =>
  new OsharmError('The sweep was stopped.', { code: 'sweep-stopped', blame: 'environment' });

function planOf(prepared: readonly PreparedSweep[]): SweepPlan {
  return {
    runs: prepared.flatMap(({ sweep }) => sweep.runs.map(sweepRun)),
    skipped: prepared.flatMap(({ sweep }) => sweep.skipped),
    refused: prepared.flatMap(({ sweep }) => sweep.refused),
    warnings: [...new Set(prepared.flatMap(({ warnings }) => warnings))],
  };
}

function sweepRun(run: PlannedRun): SweepRun {
  const { suite, domain, taskId, category, injection, repeat, directory, isComplete } = run;
  const pair = injection === null ? null : { vector: injection.vector, goal: injection.goal };
  return { agent: agentOf(run), suite, domain, task: taskId, category, injection: pair, repeat, directory, isComplete };
}

function newsOf(event: OwnEvent): SweepNews {
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
