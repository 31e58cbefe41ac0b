import { resolveModel } from './model-name.ts';
import { type PriceTable, priceOf } from './prices.ts';

/** Tokens of one screenshot in full detail, about: providers count between 1,000 and 2,500. */
export const imageTokens = 1500;
/** Tokens of a tree or list of marks, about: the median of the desktops that this project has. */
const treeTokens = 4000;
const systemTokens = 600;
const replyTokens = 250;

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

/** What `runs` runs may cost, if each of them uses all its steps and nothing is read from a cache. */
export function estimateCost(
  settings: { model: string; maxSteps: number; maxTrajectoryLength: number; observationType: string },
  runs: number,
  table: PriceTable,
  environment: Readonly<Record<string, string | undefined>>,
): CostEstimate {
  const { provider, model } = resolveModel(settings.model, environment);
  const shown =
    (settings.observationType.includes('screenshot') || settings.observationType === 'som' ? imageTokens : 0) +
    (settings.observationType === 'screenshot' ? 0 : treeTokens);
  let inputTokens = 0;
  for (let step = 0; step < settings.maxSteps; step += 1) {
    const past = Math.min(step, settings.maxTrajectoryLength);
    inputTokens += systemTokens + shown + past * (shown + replyTokens);
  }
  const price = priceOf(table, provider, model);
  const calls = runs * settings.maxSteps;
  const totals = { inputTokens: inputTokens * runs, outputTokens: replyTokens * calls };
  const costUsd = price === null ? null : (totals.inputTokens * price.input + totals.outputTokens * price.output) / 1e6;
  return { calls, ...totals, costUsd, pricesOf: table.date };
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
