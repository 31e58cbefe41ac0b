import { availableParallelism } from 'node:os';
import { estimateAsText } from '../../agents/models/estimate-cost.ts';
import { listedModels } from '../../agents/models/listed-prices.ts';
import { keyOf, resolveModel } from '../../agents/models/model-name.ts';
import { UsageError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import { counted } from '../../base/record/counted.ts';
import { printable } from '../../base/record/unseen-text.ts';
import { isLargePlan, planParagraph } from '../../runs/plan/plan-size.ts';
import { waitingPerCore } from '../../runs/plan/settings/fitting-desktops.ts';
import { planAsJson, planList, planSource, planSummary } from '../../runs/plan/show-plan.ts';
import { agentCosts, sweepCost, sweepSize } from '../library/plan-size.ts';
import type { PreparedSweeps } from '../library/prepare-sweep.ts';
import { sweepView } from './reporters/sweep-reporter.ts';
import type { RunFlags } from './setting-flags.ts';

/** Prints the runs, the models and an upper bound on the cost for `--dry-run`. */
export function printPlan(prepared: PreparedSweeps, flags: RunFlags): void {
  const { parts, agents, runs, skipped, refused } = sweepView(prepared);
  const [{ models }] = prepared;
  const { environment } = models;
  const costs = agentCosts(prepared);
  const { agent: estimate, judges: judging, costUsd } = sweepCost(prepared);
  const size = sweepSize(prepared, flags);
  const called = new Set(costs.flatMap(({ model }) => model ?? []));
  for (const model of flags.replay === undefined ? called : []) {
    const lacking = missingKey(model, environment);
    if (lacking !== null) process.stderr.write(`note: ${printable(lacking)} A dry run calls no model.\n`);
  }
  if (flags.json === true) {
    const { seconds } = size;
    const names = judging.map(({ judge }) => judge);
    const printed = {
      ...planAsJson({ runs, skipped, refused }),
      agents: costs,
      estimate,
      judges: names,
      judging,
      costUsd,
      seconds,
    };
    process.stdout.write(`${JSON.stringify(printed, null, 2)}\n`);
    return;
  }
  const placed = { ...parts[0].request, desktops: flags.desktops };
  const lines = [planSource(parts), ...planSummary(parts), ...overload(placed, availableParallelism())];
  for (const { name, model, agent } of costs)
    if (agent !== null)
      lines.push(
        `${costs.length === 1 ? 'Agent' : `Agent ${name}`}: ${estimateAsText(agent)}${similarModel(agent.costUsd, model, environment)}`,
      );
  for (const part of judging) lines.push(`Judge ${part.judge}: ${estimateAsText(part)}`);
  const priced = costs.filter(({ agent }) => agent !== null).length + judging.length;
  if (estimate !== null && priced > 1 && costUsd !== null) lines.push(`Together: at most $${costUsd.toFixed(2)}.`);
  if (size.runs > 0) lines.push(planParagraph(size) + (isLargePlan(size) ? ' It starts only with --yes.' : ''));
  if (flags.list === true)
    for (const [agent, ofAgent] of Map.groupBy(parts, ({ request }) => request.settings.model))
      lines.push('', ...(agents.length === 1 ? [] : [`${agent}:`]), ...ofAgent.flatMap(planList));
  for (const line of lines) process.stdout.write(`${line.match(/^ */)?.[0]}${printable(line.trimStart())}\n`);
}

/** A warning for more desktops than the cores of this machine can run, or nothing. Waiting for models needs no core. */
export function overload(
  {
    parallel,
    settings,
    desktops = [],
  }: { parallel: number; settings: { provider: string }; desktops?: readonly string[] | undefined },
  cores: number,
): string[] {
  const most = waitingPerCore * cores;
  if (settings.provider !== 'sandbox' || desktops.length > 0 || parallel <= most) return [];
  return [
    `Warning: ${parallel} desktops at a time are more than ${counted(cores, 'core')} can run (at most about ${most}). Runs would be slow and could fail. Without --parallel, as many run as fit.`,
  ];
}

/** If the model has no price, suggests one with a similar name from the price list. */
function similarModel(
  costUsd: number | null,
  name: string | null,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (costUsd !== null || name === null) return '';
  const { provider, model } = resolveModel(name, environment);
  return didYouMean(model, listedModels(provider));
}

/** Returns the error that a missing API key would cause in the sweep, or null if the key is set. */
function missingKey(model: string, environment: NodeJS.Dict<string>): string | null {
  try {
    keyOf(resolveModel(model, environment), environment);
    return null;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}
