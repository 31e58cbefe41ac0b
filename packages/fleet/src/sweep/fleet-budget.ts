import { UsageError } from 'osharm';
import { counted } from 'osharm/commands';
import type { CalledModel, PriceTable, RunSettings } from 'osharm/queue';
import { estimateCost } from 'osharm/queue';

export interface FleetBudget {
  capUsd: number | null;
  /** Worst-case cost of one run, including its last call. Reserved when a worker claims the run. */
  runUsd: number;
  callUsd: number;
  /** Worst-case cost of one judgment by the most expensive judge that calls a model. */
  judgeUsd: number;
  judgeCallUsd: number;
}

/** Safety factor: the estimate uses medians, and accessibility trees and screenshots can be larger. */
const margin = 2;

/**
 * Calculates the reservations for runs and judgments from the cost estimate or `--max-run-cost`. Throws UsageError if a
 * price is unknown or the cap doesn't cover all runs.
 */
export function fleetBudget(
  { maxCost, maxRunCost }: { maxCost?: number | undefined; maxRunCost?: number | undefined },
  request: { models: readonly CalledModel[]; settings: RunSettings; runs: number; judges: readonly string[] },
  table: PriceTable,
  environment: Readonly<Record<string, string | undefined>>,
): FleetBudget {
  const nothing = { worst: 0, call: 0 };
  if (maxCost === undefined) return budgetOf(null, nothing, nothing);
  const worstOf = (model: string): { worst: number; call: number } => {
    const { longTaskSteps, ...settings } = request.settings;
    const maxSteps = Math.max(settings.maxSteps, longTaskSteps ?? 0);
    const estimate = (steps: number): number | null =>
      estimateCost({ ...settings, model, maxSteps: steps }, 1, table, environment).costUsd;
    const [all, butLast] = [estimate(maxSteps), estimate(maxSteps - 1)];
    if (all === null || butLast === null)
      throw new UsageError(`No price is known for ${model}, so --max-cost can't be enforced.`, {
        code: 'budget-no-price',
        hint: 'Add its prices: --prices FILE.',
      });
    return { worst: margin * all, call: margin * (all - butLast) };
  };
  const run = request.models
    .map(({ model, sessions }) => ({ sessions, ...worstOf(model) }))
    .reduce(
      (sum, { sessions, worst, call }) => ({ worst: sum.worst + sessions * worst, call: Math.max(sum.call, call) }),
      nothing,
    );
  const isCalling = request.models.length > 0;
  const runUsd = isCalling ? (maxRunCost ?? run.worst + run.call) : 0;
  if (isCalling && runUsd <= run.call)
    throw new UsageError(`--max-run-cost ${maxRunCost} is less than one call may cost (${usd(run.call)}).`, {
      code: 'budget-run-too-small',
    });
  // One request to a judge contains all steps of the run, so a call can cost as much as a whole run.
  const judgments = request.judges.map(worstOf).map(({ worst }) => ({ worst: 2 * worst, call: worst }));
  const judgment = judgments.reduce((most, item) => (item.worst > most.worst ? item : most), nothing);
  const needed = request.runs * (runUsd + judgments.length * judgment.worst);
  if (needed > maxCost) {
    const judged =
      judgments.length === 0 ? '' : ` and ${counted(judgments.length, 'judgment')} at ${usd(judgment.worst)} each`;
    const forRuns = maxCost / request.runs - judgments.length * judgment.worst;
    throw new UsageError(
      `${request.runs} runs at ${usd(runUsd)}${judged} can cost up to ${usd(needed)}, but --max-cost is ${usd(maxCost)}.`,
      {
        code: 'budget-too-small',
        hint: `Raise it to ${usd(needed)}, use fewer steps (--max-steps)${forRuns > 0 ? `, or reserve less per run: --max-run-cost ${forRuns.toPrecision(2)}` : ''}.`,
      },
    );
  }
  return budgetOf(maxCost, { worst: runUsd, call: run.call }, judgment);
}

function budgetOf(
  capUsd: number | null,
  run: { worst: number; call: number },
  judgment: { worst: number; call: number },
): FleetBudget {
  return {
    capUsd,
    runUsd: run.worst,
    callUsd: run.call,
    judgeUsd: judgment.worst,
    judgeCallUsd: judgment.call,
  };
}

const usd = (dollars: number): string => `$${dollars < 0.1 ? dollars.toPrecision(2) : dollars.toFixed(2)}`;
