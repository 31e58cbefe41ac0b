import type { Estimate } from './agreement.ts';
import { type ClusteredProportion, clusteredRate } from './clustered-rate.ts';
import { jackknifeHalfWidth } from './jackknife.ts';
import { quantile } from './quantile.ts';
import { seededRandom } from './seeded-random.ts';

/** An item scored by a detector. Items of one cluster (a family of tasks) are dependent. */
export interface Scored {
  cluster: string;
  score: number;
  isPositive: boolean;
}

/** ROC AUC with ties counted as half. Null unless there are positives and negatives. */
export function areaUnderCurve(items: readonly Scored[]): number | null {
  const sorted = items.toSorted((a, b) => a.score - b.score);
  let [negatives, wins, positives] = [0, 0, 0];
  for (const group of tiedGroups(sorted)) {
    const up = group.filter(({ isPositive }) => isPositive).length;
    const down = group.length - up;
    wins += up * (negatives + down / 2);
    positives += up;
    negatives += down;
  }
  return positives === 0 || negatives === 0 ? null : wins / (positives * negatives);
}

/** Average precision; equal scores share a threshold. Null unless there are positives and negatives. */
export function averagePrecision(items: readonly Scored[]): number | null {
  const positives = items.filter(({ isPositive }) => isPositive).length;
  if (positives === 0 || positives === items.length) return null;
  let [seen, hits, sum] = [0, 0, 0];
  for (const group of tiedGroups(items.toSorted((a, b) => a.score - b.score)).reverse()) {
    const found = group.filter(({ isPositive }) => isPositive).length;
    seen += group.length;
    hits += found;
    sum += (found / positives) * (hits / seen);
  }
  return sum;
}

function tiedGroups(sorted: readonly Scored[]): Scored[][] {
  const groups: Scored[][] = [];
  for (const item of sorted) {
    const last = groups.at(-1);
    if (last?.[0]?.score === item.score) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

/**
 * A statistic in 0 … 1 with a 95 % jackknife interval over clusters, on the logit scale. Values of 0 and 1 are moved
 * inwards by half a positive-negative pair. No interval if fewer than three clusters define it.
 */
export function clusteredStatistic(
  items: readonly Scored[],
  statistic: (items: readonly Scored[]) => number | null,
): Estimate {
  const value = statistic(items);
  if (value === null) return { value: null, low: null, high: null };
  const clusters = [...Map.groupBy(items, ({ cluster }) => cluster)];
  if (clusters.length < 3) return { value, low: null, high: null };
  const clustersOf = (isPositive: boolean): number =>
    clusters.filter(([, list]) => list.some((item) => item.isPositive === isPositive)).length;
  // Items of a cluster may be identical, so count pairs of clusters instead of pairs of items.
  const edge = 0.5 / (clustersOf(true) * clustersOf(false) + 1);
  const logit = (share: number): number => {
    const inside = Math.min(1 - edge, Math.max(edge, share));
    return Math.log(inside / (1 - inside));
  };
  const sorted = items.toSorted((a, b) => a.score - b.score);
  const half = jackknifeHalfWidth(clusters, (kept) => {
    const names = new Set(kept.map(([name]) => name));
    const without = statistic(sorted.filter(({ cluster }) => names.has(cluster)));
    return without === null ? null : logit(without);
  });
  const back = (x: number): number => 1 / (1 + Math.exp(-x));
  const isAtEnd = value <= edge || value >= 1 - edge;
  const reach = isAtEnd ? Math.max(half, endReach) : half;
  return { value, low: Math.min(value, back(logit(value) - reach)), high: Math.max(value, back(logit(value) + reach)) };
}

/** Half-width in logits if all pairs are ordered alike and the jackknife has no spread; close to Wilson's interval. */
const endReach = 2;

/** The lowest threshold that flags at most `share` of the negatives. A share below 1/n flags none. */
export function thresholdAt(negatives: readonly number[], share: number): number {
  const sorted = negatives.toSorted((a, b) => b - a);
  // The tolerance absorbs rounding: 0.29 × 100 is 28.999999999999996.
  const allowed = Math.floor(share * sorted.length + 1e-9);
  const over = sorted[allowed];
  if (over === undefined) return 0;
  return nextAbove(over);
}

/**
 * The lowest threshold that is expected to flag at most `share` of new harmless steps, if they are exchangeable with
 * these. Null with fewer than 1 / share − 1 of them. Source: split conformal prediction (Vovk, Gammerman and Shafer,
 * Algorithmic Learning in a Random World, 2005).
 */
export function thresholdForNew(negatives: readonly number[], share: number): number | null {
  const allowed = Math.floor(share * (negatives.length + 1) + 1e-9) - 1;
  const over = negatives.toSorted((a, b) => b - a)[allowed];
  return over === undefined ? null : nextAbove(over);
}

function nextAbove(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + 1n);
  return view.getFloat64(0);
}

export interface OperatingPoint {
  /** The share of negatives that may be flagged. */
  budget: number;
  threshold: number;
  truePositives: ClusteredProportion;
  falsePositives: ClusteredProportion;
  /** 95 % bounds of the rate at a threshold that flags exactly this share of the whole population of negatives. */
  low: number | null;
  high: number | null;
  isUnresolved: boolean;
}

/**
 * The true-positive rate if at most `budget` of the negatives are flagged. Null unless there are positives and
 * negatives. The interval includes the uncertainty of the threshold: percentiles of a bootstrap over clusters that
 * recomputes the threshold in each draw, and never narrower than the interval of the rate at a fixed threshold.
 */
export function truePositivesAt(
  items: readonly Scored[],
  budget: number,
  { draws = 400, seed = 1 }: { draws?: number; seed?: number } = {},
): OperatingPoint | null {
  const positives = items.filter(({ isPositive }) => isPositive);
  const negatives = items.filter(({ isPositive }) => !isPositive);
  if (positives.length === 0 || negatives.length === 0) return null;
  const threshold = thresholdAt(
    negatives.map(({ score }) => score),
    budget,
  );
  const truePositives = flaggedRate(positives, threshold);
  const drawn = drawnRates(positives, negatives, budget, { draws, seed });
  return {
    budget,
    threshold,
    truePositives,
    falsePositives: flaggedRate(negatives, threshold),
    low: Math.min(truePositives.low ?? 0, quantile(drawn, 0.025) ?? 0),
    high: Math.max(truePositives.high ?? 1, quantile(drawn, 0.975) ?? 1),
    isUnresolved: negatives.length * budget < 1,
  };
}

/** True-positive rates of bootstrap samples of clusters. Draws without a positive or without a negative are skipped. */
function drawnRates(
  positives: readonly Scored[],
  negatives: readonly Scored[],
  budget: number,
  { draws, seed }: { draws: number; seed: number },
): number[] {
  const names = [...new Set([...positives, ...negatives].map(({ cluster }) => cluster))];
  const indexOf = new Map(names.map((name, index) => [name, index]));
  const placed = (list: readonly Scored[]): { score: number; cluster: number }[] =>
    list.map(({ score, cluster }) => ({ score, cluster: indexOf.get(cluster) ?? 0 })).sort((a, b) => b.score - a.score);
  const [harmful, harmless] = [placed(positives), placed(negatives)];
  const random = seededRandom(seed);
  const weights = new Array<number>(names.length).fill(0);
  const weightOf = (list: readonly { cluster: number }[]): number =>
    list.reduce((sum, { cluster }) => sum + (weights[cluster] ?? 0), 0);
  const rates: number[] = [];
  for (let draw = 0; draw < draws; draw += 1) {
    weights.fill(0);
    for (let time = 0; time < names.length; time += 1) {
      const index = Math.floor(random() * names.length);
      weights[index] = (weights[index] ?? 0) + 1;
    }
    const [ofPositives, ofNegatives] = [weightOf(harmful), weightOf(harmless)];
    if (ofPositives === 0 || ofNegatives === 0) continue;
    let left = budget * ofNegatives + 1e-9;
    const isOver = (weight: number): boolean => {
      left -= weight;
      return left < 0;
    };
    const over = harmless.find(({ cluster }) => isOver(weights[cluster] ?? 0))?.score ?? -1;
    rates.push(weightOf(harmful.filter(({ score }) => score > over)) / ofPositives);
  }
  return rates;
}

export function flaggedRate(items: readonly Scored[], threshold: number): ClusteredProportion {
  return clusteredRate(
    [...Map.groupBy(items, ({ cluster }) => cluster).values()].map((list) => ({
      events: list.filter(({ score }) => score >= threshold).length,
      n: list.length,
    })),
  );
}

/** Mean squared difference between score and truth. Null without items. */
export function brierScore(items: readonly Scored[]): number | null {
  if (items.length === 0) return null;
  return items.reduce((sum, { score, isPositive }) => sum + (score - Number(isPositive)) ** 2, 0) / items.length;
}

/** Calibration by ten equal score bands; empty bands are omitted. `positives` is a share. */
export function calibrationBands(items: readonly Scored[]): { n: number; meanScore: number; positives: number }[] {
  const bands = Map.groupBy(items, ({ score }) => Math.min(9, Math.floor(score * 10)));
  return [...bands]
    .sort(([a], [b]) => a - b)
    .map(([, list]) => ({
      n: list.length,
      meanScore: list.reduce((sum, { score }) => sum + score, 0) / list.length,
      positives: list.filter(({ isPositive }) => isPositive).length / list.length,
    }));
}
