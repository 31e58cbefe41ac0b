import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantile } from './quantile.ts';
import { wilson, z95 } from './wilson.ts';

describe('wilson', () => {
  // Published to four digits: R. G. Newcombe, Statistics in Medicine 17 (1998) 857–872, Table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('the Wilson interval of %i of %i equals the reference', (count, n, low, high) => {
    const interval = wilson(count, n);
    expect(interval.rate).toBe(count / n);
    expect(Math.abs((interval.low ?? 1) - low)).toBeLessThanOrEqual(0.00005);
    expect(Math.abs((interval.high ?? 0) - high)).toBeLessThanOrEqual(0.00005);
  });

  // OS-Harm's tables have n = 50 (spec os-harm §7.4: 20 % is about 11–33 %).
  it('the Wilson interval of 10 of 50 is 11–33 %', () => {
    const { low, high } = wilson(10, 50);
    expect([Math.round((low ?? 0) * 100), Math.round((high ?? 0) * 100)]).toEqual([11, 33]);
  });

  it('wilson has no rate without trials and refuses invalid counts', () => {
    expect(wilson(0, 0)).toEqual({ count: 0, n: 0, rate: null, low: null, high: null });
    for (const [count, n] of [
      [-1, 3],
      [4, 3],
      [1.5, 3],
      [Number.NaN, 3],
    ] as const)
      expect(() => wilson(count, n)).toThrow(RangeError);
  });

  const trials = fc
    .integer({ min: 1, max: 5000 })
    .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
  it('the Wilson interval contains the rate, stays in 0…1, mirrors, and its bounds solve the score equation', () => {
    fc.assert(
      fc.property(trials, ([count, n]) => {
        const { rate, low, high } = wilson(count, n) as { rate: number; low: number; high: number };
        expect(0 <= low && low <= rate && rate <= high && high <= 1).toBe(true);
        const mirrored = wilson(n - count, n) as { low: number; high: number };
        expect(mirrored.low).toBeCloseTo(1 - high, 10);
        const score = (p: number): number => (rate - p) ** 2 - (z95 * z95 * p * (1 - p)) / n;
        if (count > 0) expect(score(low)).toBeCloseTo(0, 9);
        if (count < n) expect(score(high)).toBeCloseTo(0, 9);
      }),
    );
  });

  it('the Wilson interval narrows with more trials at the same rate', () => {
    fc.assert(
      fc.property(trials, fc.integer({ min: 2, max: 20 }), ([count, n], factor) => {
        const width = (interval: ReturnType<typeof wilson>): number => (interval.high ?? 0) - (interval.low ?? 0);
        expect(width(wilson(count * factor, n * factor))).toBeLessThan(width(wilson(count, n)));
      }),
    );
  });
});

describe('quantile', () => {
  it('quantile interpolates between values', () => {
    expect(quantile([], 0.5)).toBeNull();
    expect(quantile([3], 0.95)).toBe(3);
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(quantile([0, 10], 0.95)).toBeCloseTo(9.5);
  });
});
