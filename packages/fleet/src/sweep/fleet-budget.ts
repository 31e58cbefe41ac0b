import { UsageError } from 'osharm';
import { counted } from 'osharm/commands';
import type { PriceTable, RunSettings } from 'osharm/queue';
import { estimateCost } from 'osharm/queue';

/** What a sweep in a queue may cost, in US dollars. */
export interface FleetBudget {
  /** Null: no limit. */
  capUsd: number | null;
  /** One run at most, its last call included: so much is set aside when a worker claims it. */
  runUsd: number;
  /** One call at most. */
  callUsd: number;
  /** The same of one judgment by the dearest of the judges that ask a model. */
  judgeUsd: number;
  judgeCallUsd: number;
}

/** Trees and pictures larger than the usual ones: the estimate is of medians. */
const margin = 2;

/**
 * What is set aside for each run and each judgment, from the estimate or as the person says. Throws UsageError where
 * prices aren't known, and, with the arithmetic, where the runs can't all be made under the cap.
 */
export function fleetBudget(
  { maxCost, maxRunCost }: { maxCost?: number | undefined; maxRunCost?: number | undefined },
  request: { model: string | null; settings: RunSettings; runs: number; judges: readonly string[] },
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
  const run = request.model === null ? nothing : worstOf(request.model);
  const runUsd = request.model === null ? 0 : (maxRunCost ?? run.worst + run.call);
  if (request.model !== null && runUsd <= run.call)
    throw new UsageError(`--max-run-cost ${maxRunCost} is less than one call may cost (${usd(run.call)}).`, {
      code: 'budget-run-too-small',
    });
  // A judge reads in one request what an agent that is asked at each step reads in many: one call may cost as much as a run.
  const judgments = request.judges.map(worstOf).map(({ worst }) => ({ worst: 2 * worst, call: worst }));
  const judgment = judgments.reduce((most, item) => (item.worst > most.worst ? item : most), nothing);
  const needed = request.runs * (runUsd + judgments.length * judgment.worst);
  if (needed > maxCost) {
    const judged =
      judgments.length === 0 ? '' : ` and ${counted(judgments.length, 'judgment')} at ${usd(judgment.worst)} each`;
    const forRuns = maxCost / request.runs - judgments.length * judgment.worst;
    throw new UsageError(
      `${request.runs} runs at ${usd(runUsd)}${judged} at most make ${usd(needed)}, and --max-cost is ${usd(maxCost)}.`,
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
