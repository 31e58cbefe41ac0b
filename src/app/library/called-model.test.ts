import { expect, it } from 'vitest';
import { settingsFrom } from '../../runs/plan/settings/defaults.ts';
import { calledModels } from './called-model.ts';

const real = 'openai:gpt-4.1';
const handOver = { role: 'planner', sessions: [{ role: 'worker' }, { role: 'worker' }] };
const twoDays = { sessions: [{}] };

it.each([
  ['a task without sessions', real, undefined, [{}], [{ model: real, sessions: 1 }]],
  ['one model in all roles', real, undefined, [handOver, {}], [{ model: real, sessions: 3 }]],
  [
    'two models',
    real,
    'openai:o3',
    [handOver, twoDays],
    [
      { model: real, sessions: 2 },
      { model: 'openai:o3', sessions: 2 },
    ],
  ],
  ['a model with --with that no task needs', real, 'openai:o3', [twoDays], [{ model: real, sessions: 2 }]],
  ['a reference agent in the first role', 'reference-benign', real, [handOver], [{ model: real, sessions: 2 }]],
  ['reference agents in both roles', 'reference-benign', 'reference-hijacked', [handOver], []],
])('the models that runs call: %s', (_, model, otherModel, tasks, expected) => {
  const settings = Object.assign(settingsFrom({ model, maxSteps: 10 }, { profile: 'osharm' }), { otherModel });
  expect(calledModels(settings, tasks)).toEqual(expected);
});
