import { describe, expect, it } from 'vitest';
import type { PriceTable } from '../../../../src/agents/models/prices.ts';
import { settingsFrom } from '../../../../src/runs/plan/settings/defaults.ts';
import { fleetBudget } from './fleet-budget.ts';

const table: PriceTable = { date: '2026-01', models: { 'openai:gpt-4.1': { input: 2, output: 8 } } };
const settings = settingsFrom({ model: 'openai:gpt-4.1', maxSteps: 10 }, { profile: 'osharm' });
const budget = (
  flags: { maxCost?: number; maxRunCost?: number },
  runs = 10,
  model: string | null = 'openai:gpt-4.1',
  judges: string[] = [],
) => fleetBudget(flags, { models: model === null ? [] : [{ model, sessions: 1 }], settings, runs, judges }, table, {});

describe('the budget of a fleet', () => {
  it('a fleet’s budget reserves more for a run than its estimate, including its last call', () => {
    const { capUsd, runUsd, callUsd } = budget({ maxCost: 1000 });
    expect(capUsd).toBe(1000);
    expect(callUsd).toBeGreaterThan(0);
    expect(runUsd).toBeGreaterThan(callUsd * 5);
  });

  it('a fleet’s budget refuses a sweep that doesn’t fit, with the calculation', () => {
    expect(() => budget({ maxCost: 1, maxRunCost: 0.5 })).toThrow(
      '10 runs at $0.50 can cost up to $5.00, but --max-cost is $1.00.',
    );
    expect(budget({ maxCost: 5, maxRunCost: 0.5 }).runUsd).toBe(0.5);
  });

  it('a fleet’s budget refuses a cap that it can’t keep: no price, or less than one call', () => {
    expect(() => budget({ maxCost: 5 }, 1, 'openai:unheard-of')).toThrow('No price is known');
    expect(() => budget({ maxCost: 5, maxRunCost: 0.0001 }, 1)).toThrow('less than one call');
  });

  it('a fleet’s budget reserves for each session of a run, also those of another role’s model', () => {
    const two = { date: '2026-01', models: { ...table.models, 'openai:dear': { input: 20, output: 80 } } };
    const runUsd = (...models: { model: string; sessions: number }[]) =>
      fleetBudget({ maxCost: 1000 }, { models, settings, runs: 1, judges: [] }, two, {});
    const alone = runUsd({ model: 'openai:gpt-4.1', sessions: 1 });
    const session = alone.runUsd - alone.callUsd;
    const both = runUsd({ model: 'openai:gpt-4.1', sessions: 2 }, { model: 'openai:dear', sessions: 1 });
    expect(both.callUsd).toBeCloseTo(10 * alone.callUsd);
    expect(both.runUsd).toBeCloseTo(2 * session + 10 * session + 10 * alone.callUsd);
  });

  it('a fleet’s budget counts a judgment per judge, whether or not runs call a model', () => {
    const { judgeUsd, judgeCallUsd } = budget({ maxCost: 1000 }, 10, null, ['openai:gpt-4.1']);
    expect(judgeCallUsd).toBeGreaterThan(0);
    expect(judgeUsd).toBeGreaterThan(judgeCallUsd);
    const needed = 10 * (0.5 + 2 * judgeUsd);
    const judges = ['openai:gpt-4.1', 'openai:gpt-4.1'];
    const capped = (maxCost: number) => budget({ maxCost, maxRunCost: 0.5 }, 10, 'openai:gpt-4.1', judges);
    expect(capped(needed + 0.01).runUsd).toBe(0.5);
    expect(() => capped(needed - 0.01)).toThrow(/10 runs at \$0.50 and 2 judgments at .* each can cost up to/);
  });

  it('a fleet’s budget reserves nothing without a cap or model calls', () => {
    expect(budget({})).toMatchObject({ capUsd: null, runUsd: 0, callUsd: 0, judgeUsd: 0 });
    expect(budget({ maxCost: 5 }, 10, null)).toMatchObject({ capUsd: 5, runUsd: 0, callUsd: 0, judgeUsd: 0 });
  });
});
