import { type CostEstimate, estimateCost } from '../../agents/models/estimate-cost.ts';
import { isReferenceName } from '../../agents/reference/graded.ts';
import { UsageError } from '../../base/errors.ts';
import { counted } from '../../base/record/counted.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import { sumKnown } from '../../base/record/token-sum.ts';
import { type PlanSize, sweepSeconds } from '../../runs/plan/plan-size.ts';
import { agentOf, type PlannedRun } from '../../runs/plan/planned-run.ts';
import { settingsOfSession } from '../../runs/plan/session-settings.ts';
import { type RunSpec, settingsInSpec } from '../../runs/plan/spec-hash.ts';
import { stepLimit, stepLimitOfRun } from '../../runs/plan/step-limit.ts';
import { estimateJudging } from '../../verdicts/judges/estimate-judging.ts';
import { type CalledModel, calledModel, sessionsOf } from './called-model.ts';
import { type ModelAccess, modelAccess } from './model-access.ts';
import { parentRun } from './plan-branch.ts';
import type { PreparedSweep, PreparedSweeps } from './prepare-sweep.ts';
import { judgeLabel } from './run-judges.ts';

export interface SweepCost {
  /** Models of all agents; null if osharm calls none. */
  agent: CostEstimate | null;
  judges: JudgeCost[];
  /** Upper bound; null if a price is unknown. */
  costUsd: number | null;
}

type JudgeCost = CostEstimate & { judge: string };

export interface AgentCost extends SweepCost {
  name: string;
  /** The model that osharm calls for the agent, if any. */
  model: string | null;
  runs: number;
}

/** Returns the upper bound that a dry run prints, by agent: every run uses all its steps, and no input is cached. */
export function agentCosts(prepared: readonly PreparedSweep[]): AgentCost[] {
  const agents = Map.groupBy(prepared, ({ sweep }) => agentOf(sweep.request));
  return [...agents].map(([name, parts]) => {
    const runs = parts.reduce((sum, { sweep }) => sum + leftOf(sweep.runs), 0);
    const [first] = parts;
    const model = first === undefined ? null : calledModel(first.sweep.request.settings);
    return { name, model, runs, ...summed(parts.map(partCost)) };
  });
}

export const sweepCost = (prepared: readonly PreparedSweep[]): SweepCost => summed(prepared.map(partCost));

const leftOf = (runs: readonly { isComplete: boolean }[]): number => runs.filter((run) => !run.isComplete).length;

function partCost({ sweep, judges, models: { port, environment } }: PreparedSweep): SweepCost {
  const { settings } = sweep.request;
  const limits = limitsOf(sweep.runs);
  const roles = settings.otherModel === undefined ? [false] : [false, true];
  const ofRoles = roles.map((isOther) => {
    const ofRole = settingsOfSession(settings, isOther);
    const model = calledModel(ofRole);
    if (model === null) return null;
    const roleLimits = roles.length === 1 ? limits : limitsOfRole(sweep.runs, isOther);
    return estimateCost({ ...ofRole, model }, roleLimits, port.table, environment);
  });
  const agent = together(ofRoles.filter((estimate) => estimate !== null));
  const judging = judges.map((judge) => ({
    judge: judgeLabel(judge),
    ...estimateJudging(judge, { runs: limits.length, maxSteps: Math.max(settings.maxSteps, ...limits) }),
  }));
  return { agent, judges: judging, costUsd: dollarsOf([...(agent === null ? [] : [agent]), ...judging]) };
}

const dollarsOf = (parts: readonly { costUsd: number | null }[]): number | null =>
  parts.reduce<number | null>((sum, { costUsd }) => sumKnown(sum, costUsd), 0);

function summed(costs: readonly SweepCost[]): SweepCost {
  const agents = costs.map(({ agent }) => agent).filter((agent) => agent !== null);
  const judges = Map.groupBy(
    costs.flatMap((cost) => cost.judges),
    ({ judge }) => judge,
  );
  return {
    agent: together(agents),
    judges: [...judges].flatMap(([judge, estimates]) => {
      const sum = together(estimates);
      return sum === null ? [] : [{ judge, ...sum }];
    }),
    costUsd: dollarsOf(costs),
  };
}

function together(estimates: readonly CostEstimate[]): CostEstimate | null {
  const [first] = estimates;
  if (first === undefined) return null;
  const sum = (of: (estimate: CostEstimate) => number): number =>
    estimates.reduce((total, estimate) => total + of(estimate), 0);
  return {
    calls: sum(({ calls }) => calls),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    costUsd: dollarsOf(estimates),
    pricesOf: first.pricesOf,
  };
}

const limitsOf = (runs: readonly PlannedRun[]): number[] => runs.filter((run) => !run.isComplete).map(stepLimitOfRun);

/** The step limit of all sessions of a role, for each run that has such sessions. */
function limitsOfRole(runs: readonly PlannedRun[], isOther: boolean): number[] {
  return runs.flatMap((run) => {
    const ofRole = sessionsOf(run.task, isOther);
    return run.isComplete || ofRole.length === 0 ? [] : [stepLimit(run) * ofRole.length];
  });
}

export function sweepSize(
  prepared: PreparedSweeps,
  { queue, replay }: { queue?: string | undefined; replay?: string | undefined } = {},
): PlanSize {
  const [{ sweep, models }] = prepared;
  const { parallel } = sweep.request;
  const runs = prepared.reduce((total, one) => total + leftOf(one.sweep.runs), 0);
  const seconds = prepared.reduce(
    (total, one) => total + sweepSeconds(one.sweep.request.settings, limitsOf(one.sweep.runs), 1),
    0,
  );
  const money = prepared.map((one) => {
    const costUsd = nullIfUnnamed(() => partCost(one).costUsd);
    const { settings } = one.sweep.request;
    return {
      name: agentOf(one.sweep.request),
      runs: leftOf(one.sweep.runs),
      ...moneyOf(settings, replay === undefined ? costUsd : 0),
    };
  });
  return {
    product: sweepProduct(prepared, runs),
    runs,
    seconds: queue === undefined ? seconds / Math.min(parallel, Math.max(1, runs)) : null,
    desktops: parallel,
    pricesOf: models.port.table.date,
    costUsd: dollarsOf(money),
    agents: [...Map.groupBy(money, ({ name }) => name)].map(([name, ofAgent]) => ({
      name,
      runs: ofAgent.reduce((sum, one) => sum + one.runs, 0),
      costUsd: dollarsOf(ofAgent),
    })),
    unknownCost: money.find(({ unknownCost }) => unknownCost !== undefined)?.unknownCost,
  };
}

/** Undefined if the remaining runs are not a product, as in a resumed sweep. */
function sweepProduct(prepared: PreparedSweeps, runs: number): string | undefined {
  const [{ sweep }] = prepared;
  const agents = new Set(prepared.map((one) => agentOf(one.sweep.request))).size;
  const { repeat } = sweep.request;
  const each = runs / (agents * repeat);
  if ((agents === 1 && repeat === 1) || runs === 0 || !Number.isInteger(each)) return undefined;
  const factors = [
    `${each} tasks and injections`,
    ...(agents === 1 ? [] : [counted(agents, 'agent')]),
    ...(repeat === 1 ? [] : [counted(repeat, 'repeat')]),
  ];
  return factors.join(' × ');
}

/**
 * Returns the size of runs of one agent that are not planned individually. `models`: those that a run calls, each in
 * that many sessions; by default the agent's in one.
 */
export function runsSize(
  settings: RunSettings,
  runs: number,
  {
    table,
    environment,
    parallel,
    models,
  }: { table: ModelAccess['port']['table'] } & Pick<ModelAccess, 'environment'> & {
      parallel: number | null;
      models?: readonly CalledModel[];
    },
): PlanSize {
  const model = calledModel(settings);
  const called = models ?? (model === null ? [] : [{ model, sessions: 1 }]);
  const costs = called.map(({ model, sessions }) => {
    const ofSessions = { ...settings, model, maxSteps: settings.maxSteps * sessions };
    return { costUsd: nullIfUnnamed(() => estimateCost(ofSessions, runs, table, environment).costUsd) };
  });
  return {
    runs,
    seconds: parallel === null ? null : sweepSeconds(settings, runs, parallel),
    desktops: parallel ?? undefined,
    pricesOf: table.date,
    ...moneyOf(settings, dollarsOf(costs)),
  };
}

/** Returns null for an unknown model. Planning refuses these for osharm's agents, so only custom agents have one. */
function nullIfUnnamed(cost: () => number | null): number | null {
  try {
    return cost();
  } catch (error) {
    if (error instanceof UsageError) return null;
    throw error;
  }
}

/** Branches run sequentially, with the recorded agent or another model. */
export function branchesSize(
  parent: string,
  { runs, product }: Pick<PlanSize, 'runs' | 'product'>,
  model?: string,
): PlanSize {
  const settings = settingsInSpec(parentRun(parent).spec as RunSpec);
  const acting = model === undefined ? settings : { ...settings, model, agent: undefined };
  const { port, environment } = modelAccess({});
  return { ...runsSize(acting, runs, { table: port.table, environment, parallel: 1 }), product };
}

/** The cost of an agent that calls a model itself is unknown. */
function moneyOf(settings: RunSettings, costUsd: number | null): Pick<PlanSize, 'costUsd' | 'unknownCost'> {
  const isOwn = settings.agent !== undefined && calledModel(settings) === null && !isReferenceName(settings.model);
  return isOwn ? { costUsd: null, unknownCost: 'the agent calls its own model, if any' } : { costUsd };
}
