import { isReferenceName } from '../../agents/reference/graded.ts';
import { counted } from '../../base/record/counted.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';

export interface PlanSize {
  /** What is multiplied, for example `1 target × 3 strategies × 20 queries`. */
  product?: string | undefined;
  /** Upper bound: runs of an agent, or recorded runs to judge or score. */
  runs: number;
  /** Estimate; null if other machines do the work. */
  seconds: number | null;
  /** Upper bound; null if a price is unknown. */
  costUsd: number | null;
  /** Why `costUsd` is null, as a clause. */
  unknownCost?: string | undefined;
  pricesOf?: string | undefined;
  desktops?: number | undefined;
  agents?: readonly { name: string; runs: number; costUsd: number | null }[];
}

/** Larger plans need --yes. */
export const planLimits = { runs: 500, usd: 50 };

export const isLargePlan = ({ runs, costUsd }: PlanSize): boolean =>
  runs > planLimits.runs || (costUsd ?? 0) > planLimits.usd;

/** Estimated seconds of a run excluding replies (two cores, two desktops; docs/run/sweep.md), and of one reply. */
const runSeconds = 31;
export const answerSeconds = 8;

/** Upper bound: each run uses all its steps. `runs`: the step limit of each, or their number. */
export function sweepSeconds(
  {
    model,
    seatedModel,
    otherModel,
    agent,
    maxSteps,
    longTaskSteps = 0,
  }: Pick<RunSettings, 'model' | 'seatedModel' | 'otherModel' | 'agent' | 'maxSteps' | 'longTaskSteps'>,
  runs: number | readonly number[],
  parallel: number,
): number {
  const models = [seatedModel ?? model, otherModel].filter((name) => name !== undefined);
  const isScripted = agent === undefined && models.every(isReferenceName);
  const [count, steps] =
    typeof runs === 'number'
      ? [runs, runs * Math.max(maxSteps, longTaskSteps)]
      : [runs.length, runs.reduce((sum, limit) => sum + limit, 0)];
  const seconds = count * runSeconds + (isScripted ? 0 : steps * answerSeconds);
  return seconds / Math.min(parallel, Math.max(1, count));
}

export function planParagraph(size: PlanSize): string {
  const { product, runs, seconds, costUsd, unknownCost, pricesOf, desktops } = size;
  const places = desktops === undefined ? '' : ` with ${counted(desktops, 'desktop')} at a time`;
  const time = seconds === null ? 'a time that depends on the workers' : `about ${durationWords(seconds)}${places}`;
  const prices = pricesOf === undefined ? '' : ` (prices of ${pricesOf}, every step used, no cache)`;
  const cost =
    costUsd === null
      ? `an unknown amount of money: ${unknownCost ?? 'no price is known for the model (--prices FILE)'}`
      : `${moneyText(costUsd)}${costUsd === 0 ? '' : prices}`;
  const parts = product === undefined || runs === 0 ? '' : `${product} = `;
  return `The plan: ${parts}${runs.toLocaleString('en')} ${runs === 1 ? 'run' : 'runs'} at most, ${time}, ${cost}.`;
}

export function agentLines({ agents = [] }: PlanSize): string[] {
  if (agents.length < 2) return [];
  return agents.map(({ name, runs, costUsd }) => {
    const cost = costUsd === null ? 'cost unknown' : moneyText(costUsd);
    return `  ${name}: ${counted(runs, 'run')}, ${cost}`;
  });
}

const moneyText = (usd: number): string => (usd === 0 ? 'no money' : `at most $${usd.toFixed(2)}`);

export function durationWords(seconds: number): string {
  const [minute, hour, day] = [60, 3600, 86_400];
  if (seconds < 2 * minute) return counted(Math.max(1, Math.round(seconds)), 'second');
  if (seconds < 2 * hour) return counted(Math.round(seconds / minute), 'minute');
  if (seconds < 3 * day) return counted(Math.round(seconds / hour), 'hour');
  return counted(Math.round(seconds / day), 'day');
}
