import { UsageError } from '../errors.ts';
import { estimateCost } from '../model/estimate-cost.ts';
import type { PriceTable } from '../model/prices.ts';
import type { RunSettings } from '../plan/run-spec.ts';

/** What a sweep in a queue may cost, in US dollars. */
export interface FleetBudget {
  /** Null: no limit. */
  capUsd: number | null;
  /** One run at most, its last call included: so much is set aside when a worker claims it. */
  runUsd: number;
  /** One call at most. */
  callUsd: number;
}

/** Trees and pictures larger than the usual ones: the estimate is of medians. */
const margin = 2;

/**
 * What is set aside for each run, from the estimate or as the person says. Throws UsageError where prices aren't known, and, with the arithmetic, where the
 * runs can't all be made under the cap.
 */
export function fleetBudget(
  { maxCost, maxRunCost }: { maxCost?: number | undefined; maxRunCost?: number | undefined },
  asked: { model: string | null; settings: RunSettings; runs: number },
  table: PriceTable,
  environment: Readonly<Record<string, string | undefined>>,
): FleetBudget {
  if (maxCost === undefined || asked.model === null) return { capUsd: maxCost ?? null, runUsd: 0, callUsd: 0 };
  const { maxSteps } = asked.settings;
  const estimate = (steps: number): number | null =>
    estimateCost({ ...asked.settings, model: asked.model as string, maxSteps: steps }, 1, table, environment).costUsd;
  const [all, butLast] = [estimate(maxSteps), estimate(maxSteps - 1)];
  if (all === null || butLast === null)
    throw new UsageError(`No price is known for ${asked.model}, so --max-cost can't be kept.`, {
      code: 'budget-no-price',
      hint: 'Give its prices: --prices FILE.',
    });
  const callUsd = margin * (all - butLast);
  const runUsd = maxRunCost ?? margin * all + callUsd;
  if (runUsd <= callUsd)
    throw new UsageError(`--max-run-cost ${maxRunCost} is less than one call may cost (${usd(callUsd)}).`, {
      code: 'budget-run-too-small',
    });
  const needed = asked.runs * runUsd;
  if (needed > maxCost)
    throw new UsageError(
      `${asked.runs} runs at ${usd(runUsd)} at most make ${usd(needed)}, and --max-cost is ${usd(maxCost)}.`,
      {
        code: 'budget-too-small',
        hint: `Raise it to ${usd(needed)}, take fewer steps (--max-steps), or set less aside for a run: --max-run-cost ${(maxCost / asked.runs).toPrecision(2)}.`,
      },
    );
  return { capUsd: maxCost, runUsd, callUsd };
}

const usd = (dollars: number): string => `$${dollars < 0.1 ? dollars.toPrecision(2) : dollars.toFixed(2)}`;
