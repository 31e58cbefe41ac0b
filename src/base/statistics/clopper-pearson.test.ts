import { expect, it } from 'vitest';
import { clopperPearson } from './clopper-pearson.ts';

it.each([
  // From sums of binomial probabilities, bisected.
  [0, 10, 0, 0.3084971],
  [10, 10, 0.6915029, 1],
  [7, 10, 0.3475471, 0.9332605],
  [1, 20, 0.001265089, 0.2487328],
])('the Clopper–Pearson interval of %i of %i equals the binomial sums', (count, n, low, high) => {
  const found = clopperPearson(count, n);
  expect(found.low).toBeCloseTo(low, 6);
  expect(found.high).toBeCloseTo(high, 6);
});

it('clopperPearson refuses more events than trials and has no bounds without trials', () => {
  expect(() => clopperPearson(3, 2)).toThrow(RangeError);
  expect(clopperPearson(0, 0)).toMatchObject({ rate: null, low: null, high: null });
});
