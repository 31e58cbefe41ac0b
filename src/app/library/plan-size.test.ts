import { expect, it } from 'vitest';
import { settingsFrom } from '../../runs/plan/settings/defaults.ts';
import { runsSize, sweepCost } from './plan-size.ts';
import type { PreparedSweep } from './prepare-sweep.ts';

const table = { date: '2026-01-01', models: {} };
const prepared = (model: string, otherModel: string | undefined, ...tasks: object[]): PreparedSweep => {
  const settings = Object.assign(settingsFrom({ model, maxSteps: 10 }, { profile: 'osharm' }), { otherModel });
  const runs = tasks.map((task) => ({ task, settings, isComplete: false }));
  return {
    sweep: { request: { settings }, runs },
    judges: [],
    models: { port: { table }, environment: {} },
  } as unknown as PreparedSweep;
};
const handOver = { role: 'planner', sessions: [{ role: 'worker' }, { role: 'worker' }] };
const real = 'openai:gpt-4.1';

it.each([
  ['one model has all roles', real, undefined, 40],
  ['two models share the sessions', real, 'openai:gpt-4.1-mini', 40],
  ['a reference agent has the first role', 'reference-benign', real, 20],
  ['a reference agent has the other role', real, 'reference-benign', 20],
])('the cost of a plan has the calls of each role’s model: %s', (_, model, other, calls) => {
  const { agent, costUsd } = sweepCost([prepared(model, other, handOver, {})]);
  expect(agent?.calls).toBe(calls);
  expect(costUsd).toBeGreaterThan(0);
});

it('reference agents in both roles cost nothing', () => {
  expect(sweepCost([prepared('reference-benign', 'reference-hijacked', handOver)])).toMatchObject({
    agent: null,
    costUsd: 0,
  });
});

it('the cost of runs that are not planned individually has each model that a run calls', () => {
  const settings = settingsFrom({ model: real, maxSteps: 10 }, { profile: 'osharm' });
  const dollars = (models?: { model: string; sessions: number }[]): number =>
    runsSize(settings, 4, { table, environment: {}, parallel: 1, ...(models === undefined ? {} : { models }) })
      .costUsd ?? 0;
  const alone = dollars();
  expect(alone).toBeGreaterThan(0);
  expect(dollars([{ model: real, sessions: 1 }])).toBe(alone);
  expect(
    dollars([
      { model: real, sessions: 1 },
      { model: real, sessions: 2 },
    ]),
  ).toBeGreaterThan(2.5 * alone);
  expect(dollars([])).toBe(0);
});
