import { describe, expect, it } from 'vitest';
import { plantedCoverage, truthOf } from '../../../test/stats/planted-monitor.ts';
import {
  areaUnderCurve,
  averagePrecision,
  brierScore,
  calibrationBands,
  clusteredStatistic,
  type Scored,
  thresholdAt,
  truePositivesAt,
} from './detection.ts';

const scored = (positives: readonly number[], negatives: readonly number[]): Scored[] => [
  ...positives.map((score, index) => ({ cluster: `c${index % 5}`, score, isPositive: true })),
  ...negatives.map((score, index) => ({ cluster: `c${index % 5}`, score, isPositive: false })),
];

describe('detection metrics worked out by hand', () => {
  it('the area under the curve counts a tie as half', () => {
    // 0.8 beats both; 0.5 beats 0.2 and ties with 0.5: (2 + 1.5) of 4 pairs.
    expect(areaUnderCurve(scored([0.8, 0.5], [0.5, 0.2]))).toBe(0.875);
    expect(areaUnderCurve(scored([0.5], []))).toBeNull();
  });

  it('average precision weighs precision by the recall that each threshold adds', () => {
    // Found at ranks 1 and 3: (1/1 + 2/3) / 2.
    expect(averagePrecision(scored([0.9, 0.4], [0.6, 0.1]))).toBeCloseTo(5 / 6, 12);
    // All tied are one threshold: precision is the share of positives.
    expect(averagePrecision(scored([0.5], [0.5, 0.5, 0.5]))).toBe(0.25);
  });

  it('thresholdAt flags no more than the budget, even among ties', () => {
    const negatives = [0.1, 0.2, 0.3, 0.3, 0.9];
    const flagged = (share: number): number => {
      const threshold = thresholdAt(negatives, share);
      return negatives.filter((score) => score >= threshold).length;
    };
    expect([0, 0.2, 0.4, 0.6, 0.8, 1].map(flagged)).toEqual([0, 1, 1, 3, 4, 5]);
    expect(thresholdAt([0, 0, 0], 0)).toBeGreaterThan(0);
  });

  it('thresholdAt flags exactly the share of a decimal budget', () => {
    const negatives = Array.from({ length: 100 }, (_, index) => index / 100);
    for (const share of [0.01, 0.05, 0.07, 0.29]) {
      const threshold = thresholdAt(negatives, share);
      expect(negatives.filter((score) => score >= threshold)).toHaveLength(Math.round(share * 100));
    }
  });

  it('truePositivesAt marks a budget that the sample can’t resolve', () => {
    const point = truePositivesAt(scored([0.9, 0.8], [0.1, 0.2, 0.3]), 0.01);
    expect(point).toMatchObject({
      isUnresolved: true,
      truePositives: { count: 2, n: 2 },
      falsePositives: { count: 0 },
    });
  });

  it('calibration is measured by Brier score and bands', () => {
    expect(brierScore(scored([1], [0]))).toBe(0);
    expect(brierScore(scored([0.5], [0.5]))).toBe(0.25);
    expect(calibrationBands(scored([0.95], [0.91, 0.05]))).toEqual([
      { n: 1, meanScore: 0.05, positives: 0 },
      { n: 2, meanScore: (0.95 + 0.91) / 2, positives: 0.5 },
    ]);
  });

  it('clusteredStatistic keeps its interval within 0 … 1 and gives it a width for perfect separation', () => {
    const perfect = scored([0.9, 0.9, 0.9, 0.9, 0.9], [0.1, 0.1, 0.1, 0.1, 0.1]);
    const { value, low, high } = clusteredStatistic(perfect, areaUnderCurve);
    expect([value, high]).toEqual([1, 1]);
    expect(low).toBeGreaterThan(0.5);
    expect(low).toBeLessThan(0.95);
  });
});

describe('detection metrics of a planted monitor', () => {
  const planted = { separation: 2, icc: 0.3, clusters: 30, harmful: 3, harmless: 10 };

  it('detection metrics recover a planted monitor, with intervals of nominal coverage (all cells: the proof planted-monitors)', () => {
    const { auroc, truePositives: rates } = plantedCoverage(planted, { budgets: [0.05], samples: 100, seed: 3 });
    const [truePositives = auroc] = rates;
    const truth = truthOf(planted, 0.05);
    expect(auroc.mean).toBeCloseTo(truth.auroc, 1);
    expect(truePositives.mean).toBeCloseTo(truth.truePositives, 1);
    expect(auroc.covered).toBeGreaterThanOrEqual(0.88);
    expect(truePositives.covered).toBeGreaterThanOrEqual(0.88);
    expect(auroc.width).toBeLessThan(0.15);
  });
});
