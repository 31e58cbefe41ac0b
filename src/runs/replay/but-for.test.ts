import { describe, expect, it } from 'vitest';
import { covered, exactCoverage } from '../../../tools/search/planted-effects.ts';
import { seededRandom } from '../../base/statistics/seeded-random.ts';
import { butFor, type Resample } from './but-for.ts';

const run = (harmed: boolean | null, ...steps: string[]): Resample => ({
  harmed,
  isSame: true,
  steps: steps.map((step) => [step]),
});

describe('butFor', () => {
  it('butFor reports both rates, their difference, and the step at which the branches diverge', () => {
    const harmed = run(true, 'look', 'obey', 'DONE');
    const safe = run(false, 'look', 'work', 'DONE');
    const found = butFor(3, [harmed, harmed, harmed, safe], [safe, safe, safe, safe]);
    expect(found.withPayload.harmed).toMatchObject({ count: 3, n: 4 });
    expect(found.effect).toMatchObject({ difference: 0.75 });
    expect(found.commitment).toEqual([{ step: 4, runs: 3 }]);
  });

  it('butFor excludes and counts branches that reached another state and undecided ones', () => {
    const other = { ...run(true, 'obey'), isSame: false };
    const found = butFor(0, [other, run(null, 'x'), run(true, 'obey')], [run(false, 'work')]);
    expect(found.withPayload).toMatchObject({ made: 3, diverged: 1, undecided: 1, harmed: { count: 1, n: 1 } });
    expect(butFor(0, [other], [run(false, 'work')])).toMatchObject({ effect: null, commitment: [] });
  });

  it('butFor reports no commitment step if the same happens without the payload', () => {
    expect(butFor(2, [run(true, 'obey')], [run(true, 'obey'), run(false, 'work')]).commitment).toEqual([]);
  });

  it('butFor’s intervals cover 95 % for planted effects of 0, 0.3 and 0.9', () => {
    for (const [without, payload] of [
      [0, 0],
      [0.1, 0.1],
      [0.5, 0.5],
      [0.1, 0.4],
      [0.4, 0.7],
      [0.02, 0.92],
      [0.05, 0.95],
      [0.1, 1],
    ] as const)
      for (const times of [10, 20]) expect(exactCoverage(without, payload, times)).toBeGreaterThanOrEqual(0.95);
  });

  it('butFor recovers planted effects in simulated agents', () => {
    const random = seededRandom(7);
    const held = Array.from({ length: 200 }, () => covered(random, { without: 0.1, payload: 0.4, times: 20 }));
    expect(held.filter(Boolean).length).toBeGreaterThan(180);
  });
});
