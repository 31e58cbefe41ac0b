import { describe, expect, it } from 'vitest';
import { bootstrapPercentiles } from '../../../test/stats/cluster-bootstrap.ts';
import { ac1Of, kappaOf } from './agreement.ts';
import { clusteredAgreement } from './clustered-agreement.ts';
import { clusteredAlpha } from './clustered-alpha.ts';
import { clusteredRate } from './clustered-rate.ts';
import { correctedRate, predictionPoweredRate } from './corrected-rate.ts';
import { incompleteBeta } from './incomplete-beta.ts';
import { jackknifeHalfWidth } from './jackknife.ts';
import { mcnemar } from './mcnemar.ts';
import { bounded, newcombe } from './newcombe.ts';
import { pairedDifference } from './paired-difference.ts';
import { overRepeats } from './pass-power-k.ts';
import { studentTQuantile } from './student-t.ts';
import { wilson } from './wilson.ts';

/**
 * Small examples, worked out from the formulas of the papers by a program of its own; the simulations of
 * `statistics.test.ts` say that intervals cover, and these that each part of a formula is there. A mutated formula
 * fails here (`tools/mutate.ts stats`).
 */
const labelled = { truePositive: 40, falsePositive: 5, falseNegative: 10, trueNegative: 45 };
const near = (of: { low: number | null; high: number | null }, low: number, high: number): void => {
  expect(of.low).toBeCloseTo(low, 9);
  expect(of.high).toBeCloseTo(high, 9);
};

describe('worked examples of statistics', () => {
  it('correctedRate reproduces rates corrected for a judge’s errors', () => {
    const corrected = correctedRate(30, 100, labelled);
    expect(corrected.value).toBeCloseTo(0.2857142857142856, 12);
    near(corrected, 0.1253676141535259, 0.44606095727504524);
    const powered = predictionPoweredRate(30, 100, labelled);
    expect(powered.value).toBeCloseTo(0.35, 12);
    near(powered, 0.23281119812891043, 0.4671888018710895);
  });

  it('correctedRate is null without runs or with fewer than 20 of a class', () => {
    const few = { ...labelled, truePositive: 9, falseNegative: 10 };
    for (const rate of [correctedRate, predictionPoweredRate]) {
      expect(rate(0, 0, labelled).value).toBeNull();
      expect(rate(30, 100, few).value).toBeNull();
      expect(rate(30, 100, { ...few, truePositive: 10 }).value).not.toBeNull();
    }
  });

  it('a clustered rate reproduces its worked example', () => {
    const few = clusteredRate([
      { events: 3, n: 4 },
      { events: 1, n: 4 },
      { events: 4, n: 4 },
      { events: 0, n: 4 },
      { events: 2, n: 6 },
    ]);
    expect(few.designEffect).toBeCloseTo(3.0202020202020203, 10);
    expect(few.effectiveN).toBeCloseTo(4.84, 10);
    near(few, 0.14282613757038798, 0.8064911362786608);
    const counts = [
      [1, 2],
      [0, 2],
      [2, 2],
      [1, 3],
      [0, 3],
      [2, 3],
      [1, 2],
      [0, 3],
      [3, 3],
      [1, 2],
      [0, 2],
      [1, 3],
    ];
    const more = clusteredRate(counts.map(([events = 0, n = 0]) => ({ events, n })));
    expect(more.designEffect).toBeCloseTo(1.717948717948718, 10);
    expect(more.effectiveN).toBeCloseTo(15.07859884261776, 7);
    expect(more.low).toBeCloseTo(0.19862604264175632, 7);
    expect(more.high).toBeCloseTo(0.6419812207086419, 7);
  });

  it('the jackknife of a mean reproduces its worked example', () => {
    const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
    expect(jackknifeHalfWidth([1, 2, 4, 9], mean)).toBeCloseTo(5.663204705734667, 9);
    // Where only one statistic is defined, there is no spread.
    expect(jackknifeHalfWidth([1, 2], (list) => (list[0] === 1 ? 1 : null))).toBe(0);
  });

  it('clustered α reproduces its worked example', () => {
    const [yes, no] = [true, false];
    const alpha = clusteredAlpha([
      [
        [yes, yes],
        [no, no],
      ],
      [
        [yes, no],
        [yes, yes],
      ],
      [
        [no, no],
        [no, no],
      ],
      [
        [yes, yes],
        [no, yes],
      ],
    ]);
    expect(alpha.value).toBeCloseTo(0.53125, 12);
    near(alpha, -0.4040153851803463, 1);
  });

  it('bootstrap samples of identical clusters have one rate', () => {
    const alike = Array.from({ length: 40 }, () => ({ events: 1, n: 4 }));
    expect(bootstrapPercentiles(alike, { seed: 1, draws: 50 })).toEqual({ low: 0.25, high: 0.25 });
    const all = bootstrapPercentiles(
      [
        { events: 0, n: 1 },
        { events: 3, n: 3 },
      ],
      { seed: 1, draws: 400 },
    );
    expect(all).toEqual({ low: 0, high: 1 });
  });

  it('the interval of two rates narrows with their correlation', () => {
    const [first, second] = [bounded(wilson(12, 40)), bounded(wilson(22, 40))];
    if (first === null || second === null) throw new Error('No trials');
    const width = (correlation: number) => {
      const { low, high } = newcombe(first, second, correlation);
      return high - low;
    };
    expect(width(0.5)).toBeLessThan(width(0));
    expect(width(-0.5)).toBeGreaterThan(width(0));
  });

  it('a paired difference is the mean over cells, with the widths of both rates around it', () => {
    const [yes, no] = [true, false];
    const paired = pairedDifference([
      { family: 'a', first: [yes, no], second: [yes, yes] },
      { family: 'b', first: [no, no, no], second: [yes, no, no] },
    ]);
    expect(paired.difference).toBeCloseTo((1 / 2 + 1 / 3) / 2, 12);
    const [first, second] = [bounded(paired.first), bounded(paired.second)];
    if (first === null || second === null) throw new Error('No trials');
    const alone = newcombe(first, second);
    expect(paired.low).toBeCloseTo(Math.max(-1, alone.low + paired.difference - alone.difference), 12);
    expect(paired.high).toBeCloseTo(Math.min(1, alone.high + paired.difference - alone.difference), 12);
  });

  it('the interval of a paired difference narrows if families correlate', () => {
    const list = (count: number) => Array.from({ length: 4 }, (_, index) => index < count);
    const difference = (order: readonly number[]) => {
      const { low, high } = pairedDifference(
        order.map((other, at) => ({
          family: `${at}`,
          first: list([0, 0, 1, 1, 3, 3, 4, 4][at] ?? 0),
          second: list(other),
        })),
      );
      return high - low;
    };
    expect(difference([0, 1, 1, 1, 3, 3, 3, 4])).toBeLessThan(difference([4, 3, 3, 3, 1, 1, 1, 0]) - 0.05);
  });

  it('k of pass^k is the number of runs of the most repeated cells', () => {
    const cell = (family: string, ...outcomes: boolean[]) => ({ family, outcomes });
    const over = overRepeats([cell('a', true), cell('b', true), cell('c', true), cell('d', true, false)]);
    expect(over).toMatchObject({ k: 2, cells: 1, leftOut: 3, all: { count: 0, n: 1 }, any: { count: 1, n: 1 } });
  });

  it('perfect agreement has the interval width of its rate at fixed chance', () => {
    const counts = { truePositive: 5, falsePositive: 0, falseNegative: 0, trueNegative: 5 };
    const kappa = kappaOf(counts);
    expect(kappa.value).toBe(1);
    near(kappa, ((wilson(10, 10).low ?? 0) - 0.5) / 0.5, 1);
    const none = { truePositive: 0, falsePositive: 5, falseNegative: 5, trueNegative: 0 };
    near(kappaOf(none), -1, ((wilson(0, 10).high ?? 1) - 0.5) / 0.5);
    expect(ac1Of({ ...none, falsePositive: 0, falseNegative: 1 }).value).toBeNull();
    expect(ac1Of({ ...none, falsePositive: 1, falseNegative: 1 }).value).not.toBeNull();
  });

  it('the interval of agreement widens if clusters have several runs and stays within 1', () => {
    const counts = { truePositive: 1, falsePositive: 0, falseNegative: 0, trueNegative: 0 };
    const clusters = [
      ...Array.from({ length: 6 }, () => counts),
      { ...counts, truePositive: 0, trueNegative: 6 },
      { ...counts, truePositive: 0, falseNegative: 4 },
      { ...counts, truePositive: 4 },
    ];
    const sum = (of: keyof typeof counts) => clusters.reduce((all, each) => all + each[of], 0);
    const plain = kappaOf({
      truePositive: sum('truePositive'),
      falsePositive: sum('falsePositive'),
      falseNegative: sum('falseNegative'),
      trueNegative: sum('trueNegative'),
    });
    const { kappa } = clusteredAgreement(clusters);
    expect(kappa.value).toBe(plain.value);
    expect(kappa.low).toBeLessThan(plain.low ?? 0);
    expect(kappa.high).toBeLessThanOrEqual(1);
    expect(kappa.high).toBeGreaterThanOrEqual(plain.high ?? 1);
  });
});

describe('statistics without an answer', () => {
  it.each([
    ['mcnemar of a part of a pair', () => mcnemar(1.5, 2)],
    ['mcnemar of fewer than none', () => mcnemar(2, -1)],
    ['I at a of 0', () => incompleteBeta(0.5, 0, 1)],
    ['I at b of 0', () => incompleteBeta(0.5, 1, 0)],
    ['I below 0', () => incompleteBeta(-0.1, 1, 1)],
    ['I above 1', () => incompleteBeta(1.1, 1, 1)],
    ['t of no share', () => studentTQuantile(0, 3)],
    ['t of all', () => studentTQuantile(1, 3)],
  ])('statistics throw a RangeError for %s', (_, call) => {
    expect(call).toThrow(RangeError);
  });

  it('distribution functions have values at the ends of their ranges', () => {
    expect([incompleteBeta(0, 2, 3), incompleteBeta(1, 2, 3)]).toEqual([0, 1]);
    expect(mcnemar(0, 0)).toEqual({ exact: 1, midP: 1 });
    // 1 − ½ P(n12): the paper's supplement, "How to calculate the McNemar mid-p test".
    expect(mcnemar(1, 1).midP).toBeCloseTo(0.75, 12);
    expect(mcnemar(5, 5).midP).toBeCloseTo(1 - 252 / 2048, 12);
    expect(studentTQuantile(0.025, 5)).toBeCloseTo(-2.5705818356, 9);
  });
});
