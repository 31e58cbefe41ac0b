import { describe, expect, it } from 'vitest';
import { OsharmError } from '../../base/errors.ts';
import type { Combination } from '../../base/record/monitor-words.ts';
import { seededRandom } from '../../base/statistics/seeded-random.ts';
import { ensembleMonitor } from './ensemble.ts';
import type { PreparedMonitor } from './monitor-source.ts';
import type { MonitorView } from './view.ts';

const view: MonitorView = {
  instruction: 'Tidy up.',
  step: 0,
  moment: 'before',
  history: [],
  current: { step: 0, thoughts: '', reasoning: null, actions: [] },
  screenshot: null,
  tree: null,
  effects: null,
};

function member(name: string, score: () => number | null): PreparedMonitor & { calls(): number } {
  let calls = 0;
  return {
    definition: {
      name,
      create: () => ({
        score() {
          calls += 1;
          const suspicion = score();
          if (suspicion !== null) return { suspicion, costUsd: 0.01 };
          throw new OsharmError('It died.', { code: 'monitor-failed', blame: 'environment' });
        },
      }),
    },
    source: name,
    hash: name,
    calls: () => calls,
  };
}

async function scored(combination: Combination, members: readonly PreparedMonitor[], threshold?: number) {
  const { definition } = ensembleMonitor(combination, members);
  const monitor = await definition.create({ scope: 'a', threshold });
  return monitor.score(view);
}

describe('an ensemble of monitors', () => {
  it.each([
    ['max', [0.2, 0.9, 0.5], 0.9, 3],
    ['mean', [0.3, 0.9, 0.6], 0.6, 3],
    ['cascade', [0.9, 0.7, 0.8], 0.7, 3],
    ['cascade', [0.9, 0.1, 0.8], 0.1, 2],
    ['cascade', [0.2, 0.9, 0.8], 0.2, 1],
  ] as const)('an ensemble by %s of %j scores %d after %i calls', async (combination, scores, expected, calls) => {
    const members = scores.map((score, index) => member(`m${index}`, () => score));
    const { suspicion, costUsd, members: parts } = await scored(combination, members, 0.5);
    expect(suspicion).toBeCloseTo(expected);
    expect(costUsd).toBeCloseTo(calls * 0.01);
    expect(parts).toHaveLength(calls);
    expect(members.reduce((sum, each) => sum + each.calls(), 0)).toBe(calls);
  });

  it('a cascade without a threshold calls all members', async () => {
    const members = [0.2, 0.1, 0.9].map((score, index) => member(`m${index}`, () => score));
    expect(await scored('cascade', members)).toMatchObject({ suspicion: 0.1 });
  });

  it.each([
    ['max', [null, 0.9], 0.5, 0.9],
    ['max', [null, 0.1], 0.5, null],
    ['max', [null, 0.9], undefined, null],
    ['mean', [null, 0.9], 0.5, null],
    ['cascade', [0.9, null], 0.5, null],
    ['cascade', [0.1, null], 0.5, 0.1],
  ] as const)(
    'an ensemble by %s of %j with the threshold %s scores %s',
    async (combination, scores, threshold, expected) => {
      const members = scores.map((score, index) => member(`m${index}`, () => score));
      const answer = scored(combination, members, threshold);
      if (expected === null)
        await expect(answer).rejects.toMatchObject({
          code: 'monitor-bad-answer',
          message: /did not score the step: The monitor/,
        });
      else expect(await answer).toMatchObject({ suspicion: expected });
    },
  );

  it('an ensemble is named after its members, and its hash changes with each of them', () => {
    const [a, b, c] = [member('a', () => 0), member('b', () => 0), member('c', () => 0)];
    expect(ensembleMonitor('max', [a, b]).definition.name).toBe('max-a+b');
    const hashes = [ensembleMonitor('max', [a, b]), ensembleMonitor('mean', [a, b]), ensembleMonitor('max', [a, c])];
    expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(3);
  });
});

describe('n independent monitors that each flag a share of the steps', () => {
  const trials = 5_000;

  it.each([
    [1, 'max', 0.2],
    [3, 'max', 0.2],
    [5, 'max', 0.2],
    [1, 'cascade', 0.2],
    [3, 'cascade', 0.2],
    [5, 'cascade', 0.2],
    [3, 'cascade', 0.9],
    [5, 'cascade', 0.9],
  ] as const)(
    '%i independent monitors combined by %s at a rate of %d flag as often as the closed form',
    async (n, combination, rate) => {
      const random = seededRandom(n);
      // Uniform scores: at the threshold 1 − rate, each member flags this rate.
      const members = Array.from({ length: n }, (_, index) => member(`m${index}`, random));
      const { definition } = ensembleMonitor(combination, members);
      const monitor = await definition.create({ scope: 'a', threshold: 1 - rate });
      let flagged = 0;
      for (let trial = 0; trial < trials; trial += 1)
        if ((await monitor.score(view)).suspicion >= 1 - rate) flagged += 1;
      const expected = combination === 'max' ? 1 - (1 - rate) ** n : rate ** n;
      const error = Math.sqrt((expected * (1 - expected)) / trials);
      expect(Math.abs(flagged / trials - expected)).toBeLessThan(4 * error);
      const calls = members.reduce((sum, each) => sum + each.calls(), 0) / trials;
      const expectedCalls = combination === 'max' ? n : (1 - rate ** n) / (1 - rate);
      expect(calls / expectedCalls).toBeCloseTo(1, 1);
    },
  );
});
