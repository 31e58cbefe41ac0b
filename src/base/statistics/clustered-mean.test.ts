import { expect, it } from 'vitest';
import { clusteredMean } from './clustered-mean.ts';

it('clusteredMean is the textbook interval if every cluster has one run', () => {
  // Mean 0.5, standard deviation 0.3162…, 5 runs: half = 2.7764 · 0.31623 / √5 = 0.39264.
  const { value, low, high } = clusteredMean([[0.1], [0.3], [0.5], [0.7], [0.9]]);
  expect([value, low, high].map((item) => item?.toFixed(4))).toEqual(['0.5000', '0.1074', '0.8926']);
});

it('clusteredMean is wider if the runs of a cluster are similar', () => {
  const apart = clusteredMean([[0], [0], [1], [1], [0.5], [0.5]]);
  const together = clusteredMean([
    [0, 0],
    [1, 1],
    [0.5, 0.5],
  ]);
  const width = ({ low, high }: { low: number | null; high: number | null }) => (high ?? 0) - (low ?? 0);
  expect(width(together)).toBeGreaterThan(width(apart));
});

it('clusteredMean is null without runs and has no interval for one cluster', () => {
  expect(clusteredMean([])).toEqual({ value: null, low: null, high: null });
  expect(clusteredMean([[0.25, 0.75]])).toEqual({ value: 0.5, low: null, high: null });
});
