import { type CostEstimate, estimateCost } from '../../agents/models/estimate-cost.ts';
import { isReferenceName } from '../../agents/reference/graded.ts';
import { UsageError } from '../../base/errors.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import { type PlanSize, sweepSeconds } from '../../runs/plan/plan-size.ts';
import type { PlannedRun } from '../../runs/plan/planned-run.ts';
import { type RunSpec, settingsInSpec } from '../../runs/plan/spec-hash.ts';
import { stepLimit } from '../../runs/plan/step-limit.ts';
import { estimateJudging } from '../../verdicts/judges/estimate-judging.ts';
import { calledModel } from './called-model.ts';
import type { PreparedSweep } from './make-sweep.ts';
import { type ModelAccess, modelAccess } from './model-access.ts';
import { parentRun } from './plan-branch.ts';
import { judgeLabel } from './run-judges.ts';

/** What the runs that are left of a sweep may cost, part by part. */
export interface SweepCost {
  /** Of the agent's model; null if osharm calls none. */
  agent: CostEstimate | null;
  judges: (CostEstimate & { judge: string })[];
  /** US dollars of all parts at most; null if a price isn't known. */
  costUsd: number | null;
}

/** The upper bound that a dry run prints: every run uses all its steps, and nothing is read from a cache. */
export function sweepCost({ sweep, judges, models: { port, environment } }: PreparedSweep): SweepCost {
  const { settings } = sweep.request;
  const limits = limitsOf(sweep.runs);
  const model = calledModel(settings);
  const agent = model === null ? null : estimateCost({ ...settings, model }, limits, port.table, environment);
  const judging = judges.map((judge) => ({
    judge: judgeLabel(judge),
    ...estimateJudging(judge, { runs: limits.length, maxSteps: Math.max(settings.maxSteps, ...limits) }),
  }));
  const parts = [...(agent === null ? [] : [agent]), ...judging];
  const costUsd = parts.reduce<number | null>(
    (sum, part) => (sum === null || part.costUsd === null ? null : sum + part.costUsd),
    0,
  );
  return { agent, judges: judging, costUsd };
}

/** The step limits of the runs that are left. */
const limitsOf = (runs: readonly PlannedRun[]): number[] => runs.filter((run) => !run.isComplete).map(stepLimit);

/** The size of what is left of a sweep. `options`: what the command line asks for. */
export function sweepSize(
  prepared: PreparedSweep,
  { queue, replay }: { queue?: string | undefined; replay?: string | undefined } = {},
): PlanSize {
  const { request, runs } = prepared.sweep;
  const left = limitsOf(runs);
  const costUsd = nullIfUnnamed(() => sweepCost(prepared).costUsd);
  return {
    runs: left.length,
    seconds: queue === undefined ? sweepSeconds(request.settings, left, request.parallel) : null,
    desktops: request.parallel,
    pricesOf: prepared.models.port.table.date,
    ...moneyOf(request.settings, replay === undefined ? costUsd : 0),
  };
}

/** The size of runs of one agent that aren't planned one by one. */
export function runsSize(
  settings: RunSettings,
  runs: number,
  {
    table,
    environment,
    parallel,
  }: { table: ModelAccess['port']['table'] } & Pick<ModelAccess, 'environment'> & {
      parallel: number | null;
    },
): PlanSize {
  const model = calledModel(settings);
  const costUsd =
    model === null ? 0 : nullIfUnnamed(() => estimateCost({ ...settings, model }, runs, table, environment).costUsd);
  return {
    runs,
    seconds: parallel === null ? null : sweepSeconds(settings, runs, parallel),
    desktops: parallel ?? undefined,
    pricesOf: table.date,
    ...moneyOf(settings, costUsd),
  };
}

/** Null for a model that no provider has: only agents that a caller brings have one, since planning refuses it. */
function nullIfUnnamed(cost: () => number | null): number | null {
  try {
    return cost();
  } catch (error) {
    if (error instanceof UsageError) return null;
    throw error;
  }
}

/** The size of `runs` branches of a recorded run, by its own agent or by another model. They run one after the other. */
export function branchesSize(parent: string, runs: number, model?: string): PlanSize {
  const settings = settingsInSpec(parentRun(parent).spec as RunSpec);
  const acting = model === undefined ? settings : { ...settings, model, agent: undefined };
  const { port, environment } = modelAccess({});
  return runsSize(acting, runs, { table: port.table, environment, parallel: 1 });
}

/** An agent that calls its own model costs something that osharm doesn't know. */
function moneyOf(settings: RunSettings, costUsd: number | null): Pick<PlanSize, 'costUsd' | 'unknownCost'> {
  const isOwn = settings.agent !== undefined && calledModel(settings) === null && !isReferenceName(settings.model);
  return isOwn ? { costUsd: null, unknownCost: 'the agent calls its own model, if any' } : { costUsd };
}
