import { resolveModel } from './model-name.ts';
import { type PriceTable, priceOf } from './prices.ts';
import { droppedObservations } from './recent-observations.ts';
import { needsEveryPicture } from './wire/computer-tools.ts';

/** Approximate tokens of a full-detail screenshot. Providers count between 1,000 and 2,500. */
export const imageTokens = 1500;
/** Approximate tokens of a tree or list of marks: the median of this project's desktops. */
const treeTokens = 4000;
const systemTokens = 600;
const replyTokens = 250;
const noteTokens = 20;

export interface CostEstimate {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number | null;
  pricesOf: string;
}

interface CostSettings {
  model: string;
  agent?: string | undefined;
  maxSteps: number;
  longTaskSteps?: number | undefined;
  maxTrajectoryLength: number;
  recentObservations?: number | undefined;
  observationType: string;
}

/**
 * Estimates the cost if each run uses all its steps and nothing is cached. `runs` is the step limit of each run, or the
 * number of runs with the settings' step limit.
 */
export function estimateCost(
  settings: CostSettings,
  runs: number | readonly number[],
  table: PriceTable,
  environment: Readonly<Record<string, string | undefined>>,
): CostEstimate {
  const address = resolveModel(settings.model, environment);
  const shown =
    (settings.observationType.includes('screenshot') || settings.observationType === 'som' ? imageTokens : 0) +
    (settings.observationType === 'screenshot' ? 0 : treeTokens);
  const isTool = settings.agent === 'computer-tool';
  const pastObservations = pastObservationsOf(settings, isTool && needsEveryPicture(address));
  const inputTokens = (limit: number): number => {
    let tokens = 0;
    for (let step = 0; step < limit; step += 1) {
      // A computer tool always receives the whole conversation.
      const past = isTool ? step : Math.min(step, settings.maxTrajectoryLength);
      const { sent, dropped } = pastObservations(past);
      tokens += systemTokens + shown + past * replyTokens + sent * shown + dropped * noteTokens;
    }
    return tokens;
  };
  const price = priceOf(table, address.provider, address.model);
  const most = Math.max(settings.maxSteps, settings.longTaskSteps ?? 0);
  const limits =
    typeof runs === 'number' ? [[most, runs] as const] : [...Map.groupBy(runs, (limit) => limit)].map(counted);
  const calls = limits.reduce((sum, [limit, count]) => sum + limit * count, 0);
  const input = limits.reduce((sum, [limit, count]) => sum + inputTokens(limit) * count, 0);
  const totals = { inputTokens: input, outputTokens: replyTokens * calls };
  const costUsd = price === null ? null : (totals.inputTokens * price.input + totals.outputTokens * price.output) / 1e6;
  return { calls, ...totals, costUsd, pricesOf: table.date };
}

const counted = ([limit, list]: readonly [number, readonly number[]]) => [limit, list.length] as const;

/** Splits the observations of `past` steps into those sent and those replaced by notes. */
function pastObservationsOf(
  { maxTrajectoryLength, recentObservations }: CostSettings,
  areAllNeeded: boolean,
): (past: number) => { sent: number; dropped: number } {
  return (past) => {
    if (areAllNeeded) return { sent: past, dropped: 0 };
    const kept = recentObservations === undefined ? past : past - droppedObservations(past, recentObservations);
    const sent = Math.min(kept, maxTrajectoryLength);
    return { sent, dropped: past - sent };
  };
}

export function estimateAsText(estimate: CostEstimate): string {
  const { calls, inputTokens, outputTokens, costUsd, pricesOf } = estimate;
  const tokens = `at most ${calls} calls, about ${thousands(inputTokens)} tokens in and ${thousands(outputTokens)} out`;
  return costUsd === null
    ? `${tokens}; no price is known for this model (--prices FILE).`
    : `${tokens}, $${costUsd.toFixed(2)} at the prices of ${pricesOf} (--prices FILE has others).`;
}
const thousands = (count: number) => `${Math.round(count / 1000).toLocaleString('en')}k`;
