import { expect, it } from 'vitest';
import { shortLimit } from './short-limit.ts';

const run = (steps: number, maxSteps: number) => ({
  task: { difficulty: { steps, level: 'long' as const } },
  settings: { maxSteps },
});

it('a step limit below the length of most tasks is reported', () => {
  expect(shortLimit([run(41, 15), run(76, 15), run(9, 15)])).toMatch(/longer than --max-steps 15.* up to 76 /);
});

it('a step limit is not reported for few long tasks, for none, or for tasks without a reference', () => {
  expect(shortLimit([run(41, 15), run(9, 15)])).toBeNull();
  expect(shortLimit([])).toBeNull();
  expect(shortLimit([{ task: {}, settings: { maxSteps: 1 } }])).toBeNull();
});
