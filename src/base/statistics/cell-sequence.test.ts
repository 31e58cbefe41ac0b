import { describe, expect, it } from 'vitest';
import { CellSequence } from './cell-sequence.ts';
import { seededRandom } from './seeded-random.ts';
import { wilson } from './wilson.ts';

/** Plays rounds until the interval is as narrow as wanted, or so many trials are made. */
function play(
  rates: readonly number[],
  { width, seed, isEven = false, most = 3000 }: { width: number; seed: number; isEven?: boolean; most?: number },
): { trials: number; ofCell: number[]; wasOut: boolean; low: number; high: number } {
  const random = seededRandom(seed);
  const sequence = new CellSequence(rates.length, width);
  const truth = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  const ofCell = rates.map(() => 0);
  let wasOut = false;
  for (let trials = 0; ; ) {
    const counts = isEven ? rates.map(() => 1) : sequence.allocation(rates.map(() => 1000));
    sequence.add(
      counts.map((n, at) => ({
        n,
        ones: Array.from({ length: n }, () => random() < (rates[at] ?? 0)).filter(Boolean).length,
      })),
    );
    for (const [at, n] of counts.entries()) ofCell[at] = (ofCell[at] ?? 0) + n;
    trials += counts.reduce((sum, n) => sum + n, 0);
    wasOut ||= sequence.refutes(truth);
    const { low, high } = sequence.interval() ?? { low: 0, high: 1 };
    if (high - low <= width || trials >= most) return { trials, ofCell, wasOut, low, high };
  }
}

describe('CellSequence', () => {
  it('CellSequence has no interval before the first round and refuses rounds that skip a cell', () => {
    const sequence = new CellSequence(2, 0.1);
    expect(sequence.interval()).toBeNull();
    expect(() => sequence.add([{ n: 1, ones: 0 }])).toThrow(RangeError);
    expect(() =>
      sequence.add([
        { n: 1, ones: 0 },
        { n: 0, ones: 0 },
      ]),
    ).toThrow(RangeError);
  });

  it('the interval of CellSequence ends where the wealth is 2 / error', () => {
    // Guess ½ before the first round, so the bet against the upper end 0.75 is the highest: 0.95.
    const sequence = new CellSequence(1, 0.5, 0.9);
    sequence.add([{ n: 1, ones: 0 }]);
    // 1 + 0.95 m is nowhere as much as 2 / 0.9: both sides are open.
    expect(sequence.interval()).toEqual({ rate: 0, low: 0, high: 1 });
    sequence.add([{ n: 1, ones: 0 }]);
    const high = sequence.interval()?.high ?? 0;
    expect(sequence.refutes(high + 1e-6)).toBe(true);
    expect(sequence.refutes(high - 1e-6)).toBe(false);
  });

  it('CellSequence allocates evenly to similar cells and more to the few that vary', () => {
    const even = play(Array(20).fill(0.3) as number[], { width: 0.2, seed: 1 });
    expect(new Set(even.ofCell).size).toBe(1);
    const rates = [0.5, 0.5, 0.5, 0.5, ...(Array(16).fill(0) as number[])];
    const uneven = play(rates, { width: 0.05, seed: 2 });
    expect(Math.min(...uneven.ofCell.slice(0, 4))).toBeGreaterThan(1.5 * Math.max(...uneven.ofCell.slice(4)));
    expect(uneven.trials).toBeLessThan(play(rates, { width: 0.05, seed: 2, isEven: true }).trials);
  });

  it('CellSequence allocates no more runs to a cell than it has left', () => {
    const sequence = new CellSequence(3, 0.05);
    for (let round = 0; round < 6; round += 1) {
      const counts = sequence.allocation([2, 9, 9]);
      expect(counts[0]).toBeLessThanOrEqual(2);
      sequence.add(counts.map((n, at) => ({ n, ones: at === 0 ? round % (n + 1) : 0 })));
    }
  });

  it('CellSequence keeps its error rate over all interim analyses and needs at most three times the runs of a fixed size', () => {
    const rates = [0, 0.1, 0.1, 0.4, 0.9];
    const sweeps = Array.from({ length: 100 }, (_, seed) => play(rates, { width: 0.2, seed, most: 1000 }));
    expect(sweeps.filter(({ wasOut }) => wasOut).length).toBeLessThanOrEqual(5);
    const { low, high } = wilson(24, 80);
    expect((high ?? 1) - (low ?? 0)).toBeCloseTo(0.2, 1);
    expect(Math.max(...sweeps.map(({ trials }) => trials))).toBeLessThan(240);
  });
});
