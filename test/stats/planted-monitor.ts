import type { Estimate } from '../../src/base/statistics/agreement.ts';
import {
  areaUnderCurve,
  clusteredStatistic,
  type Scored,
  truePositivesAt,
} from '../../src/base/statistics/detection.ts';
import { seededRandom } from '../../src/base/statistics/seeded-random.ts';

/** A monitor of known quality: suspicions of harmful and harmless things are two normal distributions, mapped to 0 … 1. */
export interface PlantedMonitor {
  /** Distance of the two means in standard deviations. */
  separation: number;
  /** Correlation of things of one cluster. */
  icc: number;
  clusters: number;
  /** Harmful and harmless things of each cluster. */
  harmful: number;
  harmless: number;
}

/** Draws one sample. The mapping to 0 … 1 keeps the order, so that the figures' true values are those of the normals. */
export function plantedScores(random: () => number, planted: PlantedMonitor): Scored[] {
  const items: Scored[] = [];
  for (let cluster = 0; cluster < planted.clusters; cluster += 1) {
    const shared = normal(random) * Math.sqrt(planted.icc);
    for (const [isPositive, count] of [
      [true, planted.harmful],
      [false, planted.harmless],
    ] as const)
      for (let item = 0; item < count; item += 1) {
        const value = shared + normal(random) * Math.sqrt(1 - planted.icc) + (isPositive ? planted.separation : 0);
        items.push({ cluster: String(cluster), score: cumulative(value / 2), isPositive });
      }
  }
  return items;
}

/** What the figures come to with endless samples. Pairs of one cluster are few beside all pairs, and are passed over. */
export function truthOf({ separation }: PlantedMonitor, budget: number): { auroc: number; truePositives: number } {
  return {
    auroc: cumulative(separation / Math.SQRT2),
    truePositives: 1 - cumulative(inverseCumulative(1 - budget) - separation),
  };
}

interface Coverage {
  mean: number;
  covered: number;
  width: number;
}

/** How often the intervals of AUROC and of the true-positive rate at each budget hold the truth. */
export function plantedCoverage(
  planted: PlantedMonitor,
  { budgets, samples, seed }: { budgets: readonly number[]; samples: number; seed: number },
): { auroc: Coverage; truePositives: Coverage[] } {
  const random = seededRandom(seed);
  const area = tally(truthOf(planted, 0).auroc);
  const rates = budgets.map((budget) => ({ budget, rate: tally(truthOf(planted, budget).truePositives) }));
  for (let sample = 0; sample < samples; sample += 1) {
    const items = plantedScores(random, planted);
    area.add(clusteredStatistic(items, areaUnderCurve));
    for (const { budget, rate } of rates) {
      const point = truePositivesAt(items, budget);
      rate.add({ value: point?.truePositives.rate ?? null, low: point?.low ?? null, high: point?.high ?? null });
    }
  }
  return { auroc: area.result(samples), truePositives: rates.map(({ rate }) => rate.result(samples)) };
}

function tally(truth: number) {
  let [sum, covered, width] = [0, 0, 0];
  return {
    add({ value, low, high }: Estimate): void {
      sum += value ?? 0;
      covered += Number((low ?? 0) <= truth && truth <= (high ?? 1));
      width += (high ?? 1) - (low ?? 0);
    },
    result: (samples: number): Coverage => ({
      mean: sum / samples,
      covered: covered / samples,
      width: width / samples,
    }),
  };
}

/** A draw of the standard normal (Box and Muller). */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** The standard normal's distribution function. Source: M. Abramowitz and I. A. Stegun 7.1.26, error below 1.5e-7. */
export function cumulative(x: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(x)) / Math.SQRT2);
  const tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const erf = 1 - tail * Math.exp((-x * x) / 2);
  return x >= 0 ? (1 + erf) / 2 : (1 - erf) / 2;
}

function inverseCumulative(share: number): number {
  let [low, high] = [-10, 10];
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2;
    if (cumulative(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
