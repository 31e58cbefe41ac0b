import { expect, it } from 'vitest';
import { stepLimit } from './step-limit.ts';

it.each([
  [10, { maxSteps: 15, longTaskSteps: 50 }, 15],
  [11, { maxSteps: 15, longTaskSteps: 50 }, 50],
  [33, { maxSteps: 15, longTaskSteps: 50 }, 50],
  [54, { maxSteps: 15, longTaskSteps: 50 }, 81],
  [54, { maxSteps: 15 }, 15],
  [54, { maxSteps: 60, longTaskSteps: 50 }, 81],
  [undefined, { maxSteps: 15, longTaskSteps: 50 }, 15],
])('the step limit of a task whose reference takes %s steps, with %j, is %i', (steps, settings, limit) => {
  const task = steps === undefined ? {} : { difficulty: { steps, level: 'long' as const } };
  expect(stepLimit({ settings, task })).toBe(limit);
});
