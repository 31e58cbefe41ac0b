import { describe, expect, it } from 'vitest';
import { differenceSequence } from './confidence-sequence.ts';
import { seededRandom } from './seeded-random.ts';

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

describe('differenceSequence', () => {
  it.each([
    [3, 17],
    [40, 60],
  ])(
    'differenceSequence ends where Robbins’ mixture has won twenty stakes, without ties: %i and %i',
    (first, second) => {
      const { low, high } = differenceSequence({ firstOnly: first, secondOnly: second, ties: 0 });
      expect(closedWealth(first, second, (high + 1) / 2)).toBeCloseTo(20, 0);
      expect(closedWealth(first, second, (low + 1) / 2)).toBeCloseTo(20, 0);
    },
  );

  it('differenceSequence keeps its error rate over all interim analyses of cells with different rates', () => {
    const random = seededRandom(6);
    const cells = [0, 0.1, 0.1, 0.4, 0.9];
    const known = new Map<string, boolean>();
    const misses = (pairs: { firstOnly: number; secondOnly: number; ties: number }): boolean => {
      const key = Object.values(pairs).join(' ');
      const isKnown = known.get(key);
      if (isKnown !== undefined) return isKnown;
      const { low, high } = differenceSequence(pairs);
      const isOut = low > 0 || high < 0;
      known.set(key, isOut);
      return isOut;
    };
    let missed = 0;
    for (let sweep = 0; sweep < 200; sweep += 1) {
      const pairs = { firstOnly: 0, secondOnly: 0, ties: 0 };
      let isOut = false;
      for (let round = 1; round <= 12 && !isOut; round += 1) {
        for (const cell of cells) {
          const [first, second] = [random() < cell, random() < cell];
          pairs[first === second ? 'ties' : first ? 'firstOnly' : 'secondOnly'] += 1;
        }
        isOut = misses(pairs);
      }
      if (isOut) missed += 1;
    }
    expect(missed / 200).toBeLessThanOrEqual(0.05);
  });
  it('differenceSequence is symmetric', () => {
    const sequence = differenceSequence({ firstOnly: 30, secondOnly: 5, ties: 65 });
    const other = differenceSequence({ firstOnly: 5, secondOnly: 30, ties: 65 });
    expect(sequence.difference).toBeCloseTo(0.25, 10);
    expect(sequence.low).toBeCloseTo(-other.high, 6);
    expect(sequence.high).toBeCloseTo(-other.low, 6);
    expect(sequence.low).toBeGreaterThan(0);
  });

  it('differenceSequence has no difference without pairs and a narrow interval around 0 with ties alone', () => {
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
