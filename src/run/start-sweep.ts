import { resolve } from 'node:path';
import { jailbreakHash, ownJailbreak, withJailbreak } from '../attack/jailbreak.ts';
import type { DesktopProvider } from '../desktop/desktop.ts';
import type { Downloads } from '../desktop/setup/downloads/downloads.ts';
import { makeCanaries } from '../effect/canaries.ts';
import { type Plan, type PlannedRun, type PlanRequest, planRuns } from '../plan/plan-runs.ts';
import { flatSpec } from '../plan/spec-hash.ts';
import { probeResultFolder } from '../record/probe-result-folder.ts';
import type { SweepLog } from '../record/sweep-log.ts';
import { evaluatorOf } from '../score/score-task.ts';
import { suiteHash } from '../suite/suite.ts';
import type { RunBorder } from './border.ts';
import { canarySeedOf } from './canary-seed.ts';
import { withoutIncapable } from './capabilities.ts';
import { checkResume, type ResumableRun } from './check-resume.ts';
import { Leases } from './leases.ts';
import { planInjection } from './plan-injection.ts';
import type { JudgeType } from './run-context.ts';
import { type SweepEvent, type SweepResult, sweep } from './sweep.ts';

export interface SweepRequest extends Omit<PlanRequest, 'vocabulary' | 'resultDir'> {
  /** Only the planned runs that it is true of; left out: all. */
  keep?: (run: PlannedRun) => boolean;
  /** As given; made absolute here. */
  resultDir: string;
  parallel: number;
  /** In place of the protocol's own, with `settings.jailbreak`. */
  jailbreakTemplate?: string | undefined;
  judges: readonly JudgeType[];
  scratch: string | undefined;
  /** Where files that tasks name by address come from. */
  downloads?: Pick<Downloads, 'get'>;
  osharmVersion: string;
}

/** What will be run, before anything is. */
export interface PreparedSweep {
  plan: Plan;
  /** The plan's runs in its order, with what is complete already. */
  runs: ResumableRun[];
  warnings: string[];
}

/** Plans a sweep, looks what is there, works out every injection once. Writes nothing, starts nothing. Throws UsageError. */
export async function prepareSweep(
  request: SweepRequest,
  border: RunBorder,
  image: string | null,
  provider?: DesktopProvider,
): Promise<PreparedSweep> {
  border.checkModel(request.settings.model);
  const seat = (await border.checkSeat?.(request.settings)) ?? { promptsHash: null };
  const template = await jailbreakTemplate(request, border);
  const settings =
    template === null ? request.settings : { ...request.settings, jailbreakHash: jailbreakHash(template) };
  const resultDir = resolve(request.resultDir);
  const plan = planRuns({ ...request, settings, resultDir, vocabulary: border.vocabulary });
  if (request.keep !== undefined) plan.runs = plan.runs.filter(request.keep);
  if (provider !== undefined) withoutIncapable(plan, provider, request.skipUnsupported === true);
  if (template !== null) jailbreakAll(plan, template);
  const { runs, foreign } = checkResume(
    plan.runs.map((run) => ({
      run,
      spec: flatSpec(run.spec, { task: run.task.hash, goal: run.goal?.hash ?? null, image, prompts: seat.promptsHash }),
    })),
  );
  for (const run of plan.runs) {
    evaluatorOf(run.task.task);
    await planInjection(request.suite, run, makeCanaries(canarySeedOf(run.spec)));
  }
  const warnings = [...plan.warnings];
  if (foreign > 0) {
    warnings.push(
      `${foreign} complete directories have no run.json (made by another program): their settings can't be compared.`,
    );
  }
  return { plan, runs, warnings };
}

/** The person's own template, else that of the protocol; null where no jailbreak is asked for. */
async function jailbreakTemplate(request: SweepRequest, border: RunBorder): Promise<string | null> {
  if (!request.settings.jailbreak) return null;
  if (request.jailbreakTemplate !== undefined) return request.jailbreakTemplate;
  return request.settings.protocol === 'osharm-1' ? ownJailbreak : border.importedJailbreak('{instruction}');
}

/** Puts every instruction into the template: agent, record and judges see the same text. */
function jailbreakAll(plan: Plan, template: string): void {
  for (const run of plan.runs) {
    const instruction = withJailbreak(template, run.task.task.instruction);
    run.task = { ...run.task, task: { ...run.task.task, instruction } };
  }
}

/**
 * Runs a prepared sweep to its end. Shows first that results can be written and that desktops can be had. The provider is
 * closed whatever happens. Throws UsageError and EnvironmentError before the first desktop; later faults are in the result.
 */
export async function startSweep(
  request: SweepRequest,
  prepared: PreparedSweep,
  border: RunBorder,
  provider: DesktopProvider,
  options: { signal: AbortSignal; onEvent(event: SweepEvent): void; log?: SweepLog | undefined },
): Promise<SweepResult> {
  const nothing: SweepResult = { attempts: [], elsewhere: [], fatal: null };
  try {
    if (prepared.runs.every((run) => run.isComplete)) return nothing;
    const resultDir = resolve(request.resultDir);
    probeResultFolder(resultDir, request.parallel);
    await provider.check();
    const leases = new Leases(resultDir);
    try {
      leases.plan(prepared.runs.map((run) => run.run.spec.directory));
      return await sweep(
        {
          border,
          provider,
          suite: request.suite,
          suiteHash: suiteHash(request.suite),
          osharmVersion: request.osharmVersion,
          judges: request.judges,
          scratch: request.scratch,
          resultDir,
          incompleteDir: `${resultDir}.incomplete`,
          ...(options.log === undefined ? {} : { log: options.log }),
          ...(request.downloads === undefined ? {} : { downloads: request.downloads }),
        },
        prepared.runs,
        { parallel: request.parallel, leases, ...options },
      );
    } finally {
      leases.close();
    }
  } finally {
    await provider.close();
  }
}
