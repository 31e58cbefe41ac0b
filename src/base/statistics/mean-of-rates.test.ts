import { expect, test } from 'vitest';
import { meanOfRates } from './mean-of-rates.ts';
import { bounded } from './newcombe.ts';
import { seededRandom } from './seeded-random.ts';
import { wilson } from './wilson.ts';

const rates = (...counts: [number, number][]) =>
  counts.flatMap(([count, n]) => {
    const rate = bounded(wilson(count, n));
    return rate === null ? [] : [rate];
  });

test('the mean of one rate is that rate with its interval', () => {
  const [only] = rates([12, 40]);
  expect(meanOfRates(rates([12, 40]))).toEqual({ value: only?.rate, low: only?.low, high: only?.high });
});

test('meanOfRates gives each rate the same weight, however many runs it has', () => {
  expect(meanOfRates(rates([1, 2], [0, 1000])).value).toBeCloseTo(0.25, 12);
});

test('meanOfRates is null without rates', () => {
  expect(meanOfRates([])).toEqual({ value: null, low: null, high: null });
});

test('the interval of meanOfRates covers the true mean about 95 times in 100', () => {
  const random = seededRandom(7);
  const truths = [0.05, 0.3, 0.6];
  const draw = (rate: number): [number, number] => [
    Array.from({ length: 60 }, random).filter((at) => at < rate).length,
    60,
  ];
  const truth = truths.reduce((sum, rate) => sum + rate, 0) / truths.length;
  const covered = Array.from({ length: 2000 }, () => meanOfRates(rates(...truths.map(draw)))).filter(
    ({ low, high }) => (low ?? 1) <= truth && truth <= (high ?? 0),
  );
  expect(covered.length / 2000).toBeGreaterThan(0.93);
  expect(covered.length / 2000).toBeLessThan(0.975);
});
