import { describe, expect, it } from 'vitest';
import { differenceSequence, rateSequence } from './confidence-sequence.ts';
import { seededRandom } from './seeded-random.ts';
import { wilson } from './wilson.ts';

const width = ({ low, high }: { low: number | null; high: number | null }): number => (high ?? 1) - (low ?? 0);

/** Wealth against m by Robbins' mixture in closed form: B(s + ½, f + ½) / B(½, ½) over m^s (1 − m)^f, for whole s and f. */
function closedWealth(s: number, f: number, m: number): number {
  // B(s + ½, f + ½) / B(½, ½) = ∏ (i − ½) / … over both, divided by (s + f)!
  let log = 0;
  for (let i = 1; i <= s; i += 1) log += Math.log(i - 0.5);
  for (let i = 1; i <= f; i += 1) log += Math.log(i - 0.5);
  for (let i = 1; i <= s + f; i += 1) log -= Math.log(i);
  return Math.exp(log - s * Math.log(m) - f * Math.log(1 - m));
}

describe('rateSequence', () => {
  it.each([
    [3, 20],
    [40, 100],
    [0, 30],
  ])('ends where Robbins’ mixture has won twenty stakes: %i of %i', (count, n) => {
    const { low, high } = rateSequence(count, n);
    expect(closedWealth(count, n - count, high ?? 0)).toBeCloseTo(20, 0);
    if (count > 0) expect(closedWealth(count, n - count, low ?? 0)).toBeCloseTo(20, 0);
    else expect(low).toBe(0);
  });

  it('is wider than an interval that may be looked at once, and narrows', () => {
    expect(width(rateSequence(40, 100))).toBeGreaterThan(width(wilson(40, 100)));
    expect(width(rateSequence(400, 1000))).toBeLessThan(width(rateSequence(40, 100)));
  });

  it('says nothing of no trial, and refuses what is no count', () => {
    expect(rateSequence(0, 0)).toMatchObject({ rate: null, low: null, high: null });
    expect(() => rateSequence(3, 2)).toThrow(RangeError);
  });

  it('holds its error at all looks together, with cells of different rates', () => {
    const random = seededRandom(6);
    const cells = [0, 0.1, 0.1, 0.4, 0.9];
    const truth = 0.3;
    const known = new Map<string, boolean>();
    const misses = (count: number, n: number): boolean => {
      const key = `${count} of ${n}`;
      const isKnown = known.get(key);
      if (isKnown !== undefined) return isKnown;
      const { low, high } = rateSequence(count, n);
      const isOut = truth < (low ?? 0) || truth > (high ?? 1);
      known.set(key, isOut);
      return isOut;
    };
    let missed = 0;
    for (let sweep = 0; sweep < 200; sweep += 1) {
      let count = 0;
      let isOut = false;
      for (let round = 1; round <= 12 && !isOut; round += 1) {
        for (const cell of cells) if (random() < cell) count += 1;
        isOut = misses(count, round * cells.length);
      }
      if (isOut) missed += 1;
    }
    expect(missed / 200).toBeLessThanOrEqual(0.05);
  });
});

describe('differenceSequence', () => {
  it('is the same the other way round', () => {
    const one = differenceSequence({ firstOnly: 30, secondOnly: 5, ties: 65 });
    const other = differenceSequence({ firstOnly: 5, secondOnly: 30, ties: 65 });
    expect(one.difference).toBeCloseTo(0.25, 10);
    expect(one.low).toBeCloseTo(-other.high, 6);
    expect(one.high).toBeCloseTo(-other.low, 6);
    expect(one.low).toBeGreaterThan(0);
  });

  it('knows nothing without a pair, and little of ties alone', () => {
    expect(differenceSequence({ firstOnly: 0, secondOnly: 0, ties: 0 })).toEqual({
      difference: null,
      low: -1,
      high: 1,
    });
    const ties = differenceSequence({ firstOnly: 0, secondOnly: 0, ties: 200 });
    expect(ties.low).toBeLessThan(0);
    expect(ties.high).toBeGreaterThan(0);
    expect(width(ties)).toBeLessThan(0.2);
  });
});
