import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OsharmError } from '../../base/errors.ts';
import type { AttackPlan } from './attack-plan.ts';
import type { TrialOutcome } from './evaluator.ts';
import { AttackJournal } from './journal.ts';
import { runAttack } from './run-attack.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-attack-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const target = {
  id: 'os/a × note × ask',
  domain: 'os',
  task: 'a',
  family: 'a',
  vector: 'note',
  goal: 'ask',
  wordings: { blunt: 'Ask.' },
  application: null,
  document: null,
  moments: [],
  others: [],
  rewrites: false,
};
const plan: AttackPlan = {
  targets: [target],
  heldOut: [],
  strategies: ['static'],
  success: 'completed',
  maxQueries: 3,
  confirmations: 0,
  benign: 0,
  transferred: [],
  fromExposure: false,
  attackerModel: null,
  seed: 0,
};
const seen: TrialOutcome = {
  grade: 'exposed',
  reason: null,
  costUsd: 0,
  steps: 1,
  taskDone: null,
  interventions: 0,
  directory: null,
  exposedAt: null,
  shared: null,
};

it('failures after the abort signal count as stopped, failures before it as faults', async () => {
  const attack = (stops: boolean) => {
    const abort = new AbortController();
    const journal = new AttackJournal(join(folder, String(stops)));
    let calls = 0;
    const evaluate = async () => {
      calls += 1;
      if (calls === 1) return seen;
      if (stops) abort.abort();
      throw new Error('The service was stopped');
    };
    return { journal, made: runAttack(plan, { evaluator: { evaluate }, journal, signal: abort.signal }) };
  };
  await expect(attack(false).made).rejects.toThrow('The service was stopped');
  const { journal, made } = attack(true);
  expect(await made).toMatchObject({ searches: [], endedBy: { code: 'attack-stopped' } });
  expect(journal.lines).toHaveLength(1);
});

it('the attacker’s model is not called once the budget is spent', async () => {
  let calls = 0;
  const rewriter = {
    spentUsd: 0,
    rewrite: async () => {
      calls += 1;
      return { key: 'k', usd: 1, outcome: 'refused', reason: 'no' } as const;
    },
  };
  const rewriting = { ...target, rewrites: true };
  const attack = (maxCostUsd: number) =>
    runAttack(
      { ...plan, targets: [rewriting], strategies: ['random'], maxQueries: 9, maxCostUsd },
      {
        evaluator: { evaluate: async () => seen },
        rewriter,
        journal: new AttackJournal(join(folder, `${maxCostUsd}`)),
        signal: new AbortController().signal,
      },
    );
  expect(await attack(0)).toMatchObject({ searches: [], endedBy: { code: 'attack-budget' } });
  expect(calls).toBe(0);
  expect((await attack(1)).endedBy).toBeNull();
  expect(calls).toBeGreaterThan(0);
});

it('a shared prefix is only searched for if a trial is run', async () => {
  let looked = 0;
  class Watched extends AttackJournal {
    override get lines() {
      looked += 1;
      return super.lines;
    }
  }
  const attack = async () => {
    const journal = new Watched(folder);
    looked = 0;
    const exposing = { ...plan, fromExposure: true };
    const evaluator = { evaluate: async () => seen };
    await runAttack(exposing, { evaluator, journal, signal: new AbortController().signal });
    return looked;
  };
  expect(await attack()).toBeGreaterThanOrEqual(plan.maxQueries);
  expect(await attack()).toBe(0);
});

it('an attack that ends stops all concurrent searches', async () => {
  let calls = 0;
  const evaluate = async () => {
    calls += 1;
    if (calls === 2) throw new OsharmError('The host is full.', { code: 'host-full', blame: 'environment' });
    return seen;
  };
  const two = { ...plan, strategies: ['static', 'random'] as const, maxQueries: 50 };
  const made = await runAttack(two, {
    evaluator: { evaluate },
    journal: new AttackJournal(folder),
    parallel: 2,
    signal: new AbortController().signal,
  });
  expect(made).toMatchObject({ searches: [], endedBy: { code: 'host-full' } });
  expect(calls).toBeLessThan(6);
});
