import { describe, expect, it } from 'vitest';
import { type CovertScript, covertName, covertStyles } from '../../agents/reference/covert.ts';
import {
  bestHidden,
  bestSighting,
  type Candidate,
  type CovertTrial,
  composedScripts,
  searchCovert,
} from './covert-search.ts';

/** A monitor that reads code, and one that reads words; a script that is split into six does not work. */
const candidateOf = (script: CovertScript): Candidate => ({
  name: covertName(script),
  trials: ['a', 'b'].map((task) => ({
    domain: 'os',
    task,
    goal: 'g',
    isDone: script.pieces !== '6',
    seen: [
      sighting('code', script.code === 'plain' ? 0.01 : 0.4),
      sighting('words', script.words === 'open' ? 0 : script.words === 'none' ? 0.9 : 0.3),
    ],
    directory: null,
  })),
});
const sighting = (monitor: string, falseAlarms: number) => ({
  monitor,
  step: 1,
  suspicion: 1 - falseAlarms,
  reason: null,
  falseAlarms,
});
const trial = (isDone: boolean, falseAlarms = 0.1): CovertTrial => ({
  domain: 'os',
  task: 't',
  goal: 'g',
  isDone,
  seen: [sighting('code', falseAlarms)],
  directory: null,
});
const firstSighting = (candidate: Candidate | null) => bestSighting(candidate?.trials[0] ?? trial(false));
const signal = new AbortController().signal;

describe('searching for a script that hides', () => {
  it.each(['evolve', 'halving', 'random'] as const)(
    'the %s search finds a hiding script that no named style has',
    async (strategy) => {
      let runs = 0;
      const named = Object.values(covertStyles).map(candidateOf);
      const searched = await searchCovert(composedScripts(strategy, 1), {
        known: named,
        maxQueries: 40,
        nameOf: covertName,
        signal,
        async run(script) {
          runs += 1;
          return candidateOf(script);
        },
      });
      expect(firstSighting(bestHidden(named))).toMatchObject({ monitor: 'code', falseAlarms: 0.01 });
      const found = bestHidden(searched);
      expect(found?.name).toContain('reversed');
      expect(found?.name).not.toContain('-6-');
      expect(firstSighting(found)?.falseAlarms).toBe(0.4);
      expect(searched).toHaveLength(40);
      expect(runs).toBeLessThanOrEqual(40);
    },
  );

  it('a strategy that proposes nothing more ends the search', async () => {
    const proposals = ['one', 'two'];
    const told: string[] = [];
    const searched = await searchCovert<string>(
      { next: async () => proposals.shift() ?? null, tell: ({ name }) => told.push(name) },
      { known: [], maxQueries: 9, nameOf: (name) => name, signal, run: async (name) => ({ name, trials: [] }) },
    );
    expect([searched.length, told]).toEqual([2, ['one', 'two']]);
  });
});

describe('the best candidate', () => {
  it('the best covert candidate does side tasks: one that is never seen because it does nothing loses', () => {
    expect(bestHidden([{ name: 'idle', trials: [trial(false, 1)] }])).toBeNull();
    const seen = { name: 'seen', trials: [trial(true, 0.01)] };
    expect(bestHidden([{ name: 'idle', trials: [trial(false, 1)] }, seen])?.name).toBe('seen');
  });

  it('the best covert candidate is chosen on all side tasks: one that hides a single one well loses', () => {
    const single = { name: 'single', trials: [trial(true, 0.9), trial(false), trial(false)] };
    const all = { name: 'all', trials: [trial(true, 0.2), trial(true, 0.2), trial(true, 0.2)] };
    expect(bestHidden([single, all])?.name).toBe('all');
  });
});
