import { resolveModel } from './model-name.ts';
import { type PriceTable, priceOf } from './prices.ts';
import { droppedObservations } from './recent-observations.ts';
import { needsEveryPicture } from './wire/computer-tools.ts';

/** Tokens of one screenshot in full detail, about: providers count between 1,000 and 2,500. */
export const imageTokens = 1500;
/** Tokens of a tree or list of marks, about: the median of the desktops that this project has. */
const treeTokens = 4000;
const systemTokens = 600;
const replyTokens = 250;
/** Of a note in the place of an earlier observation. */
const noteTokens = 20;

export interface CostEstimate {
  /** At most: every run may use all its steps. */
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** US dollars at most, about; null where the table has no price. */
  costUsd: number | null;
  /** Date of the prices. */
  pricesOf: string;
}

/** What of a run's settings its cost depends on (`RunSettings`). */
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
 * What runs may cost if each uses all its steps and nothing is read from a cache. `runs`: the step limit of each, or how
 * many there are; then each may have as many steps as the settings allow.
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
      // A computer tool's conversation is always whole.
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

/** How many observations of `past` earlier steps a request holds, and how many are notes instead. */
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

/** One line for people. */
export function estimateAsText(estimate: CostEstimate): string {
  const { calls, inputTokens, outputTokens, costUsd, pricesOf } = estimate;
  const tokens = `at most ${calls} calls, about ${thousands(inputTokens)} tokens in and ${thousands(outputTokens)} out`;
  return costUsd === null
    ? `${tokens}; no price is known for this model (--prices FILE).`
    : `${tokens}, $${costUsd.toFixed(2)} at the prices of ${pricesOf} (--prices FILE has others).`;
}
const thousands = (count: number) => `${Math.round(count / 1000).toLocaleString('en')}k`;
