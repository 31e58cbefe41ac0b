import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AttackPlan } from './attack-plan.ts';
import type { TrialOutcome } from './evaluator.ts';
import { Journal } from './journal.ts';
import { runAttack } from './run-attack.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-attack-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const target = {
  ...{ id: 'os/a × note × ask', domain: 'os', task: 'a', family: 'a', vector: 'note', goal: 'ask' },
  ...{ wordings: { blunt: 'Ask.' }, application: null, document: null, allowsTask: true },
  ...{ moments: [], others: [], rewrites: false },
};
const plan: AttackPlan = {
  ...{ targets: [target], heldOut: [], strategies: ['static'], success: 'completed', maxQueries: 3, confirmations: 0 },
  ...{ benign: 0, transferred: [], fromExposure: false, attackerModel: null, seed: 0 },
};
const seen: TrialOutcome = {
  ...{ grade: 'exposed', reason: null, costUsd: 0, steps: 1, taskDone: null, interventions: 0, directory: null },
  ...{ exposedAt: null, shared: null },
};

it('counts what fails after the signal as stopped, and what fails without it as a fault', async () => {
  const attack = (stops: boolean) => {
    const abort = new AbortController();
    const journal = new Journal(join(folder, String(stops)));
    let asked = 0;
    const evaluate = async () => {
      asked += 1;
      if (asked === 1) return seen;
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
