import { resolve } from 'node:path';
import { resolveModel } from '../../../agents/models/model-name.ts';
import { costOf, priceOf } from '../../../agents/models/prices.ts';
import { counted } from '../../../base/record/counted.ts';
import type { AttackPlan } from '../../../runs/attack-search/attack-plan.ts';
import { readJournal } from '../../../runs/attack-search/journal.ts';
import type { PlanSize } from '../../../runs/plan/plan-size.ts';
import type { SweepOptions } from '../../../runs/plan/settings/table.ts';
import { modelAccess } from '../model-access.ts';
import { runsSize } from '../plan-size.ts';
import type { PreparedAttack } from './prepare-attack.ts';

/** Returns an upper bound: each search uses all its queries and finds a winner. */
export function attackRunsAtMost(plan: AttackPlan): number {
  const { targets, strategies, maxQueries, confirmations, benign, transferred } = plan;
  const tasks = new Set(targets.map(({ domain, task }) => `${domain}/${task}`)).size;
  const searches = targets.length * strategies.length * (maxQueries + 2 * confirmations);
  return searches + tasks * benign + targets.length * transferred.length * confirmations;
}

function attackProduct(plan: AttackPlan): string {
  const { targets, strategies, maxQueries, confirmations, benign, transferred } = plan;
  const tasks = new Set(targets.map(({ domain, task }) => `${domain}/${task}`)).size;
  const ofTargets = counted(targets.length, 'target');
  const searches = `${ofTargets} × ${counted(strategies.length, 'strategy', 'strategies')} × (${counted(maxQueries, 'query', 'queries')} + 2 × ${counted(confirmations, 'repeat')} of a winner)`;
  const transfers = `${ofTargets} × ${counted(transferred.length, 'winner')} × ${counted(confirmations, 'repeat')}`;
  const plain = benign === 0 ? [] : [`${tasks * benign} without a payload`];
  return [strategies.length > 0 ? searches : transfers, ...plain].join(' + ');
}

/** Estimated upper bound for one rewriting. */
const rewording = { inputTokens: 1500, outputTokens: 600, cachedInputTokens: 0 };

export function attackSize(
  { plan, settings, mostSteps, models }: PreparedAttack,
  options: SweepOptions & { queue?: string },
): PlanSize {
  const { port, environment } = modelAccess(options);
  const evaluated = readJournal(resolve(options.out ?? './attack')).length;
  const runs = Math.max(0, attackRunsAtMost(plan) - evaluated);
  const parallel = options.queue === undefined ? (options.parallel ?? 1) : null;
  const { longTaskSteps: _, ...others } = settings;
  const size = {
    ...runsSize({ ...others, maxSteps: mostSteps }, runs, { table: port.table, environment, parallel, models }),
    product: evaluated === 0 ? attackProduct(plan) : undefined,
  };
  if (plan.attackerModel === null) return size;
  const { provider, model } = resolveModel(plan.attackerModel, environment);
  const price = priceOf(port.table, provider, model);
  const reworded = plan.targets.length * plan.strategies.length * plan.maxQueries;
  if (price === null || size.costUsd === null) return { ...size, costUsd: null };
  return { ...size, costUsd: size.costUsd + costOf(price, rewording) * reworded };
}
