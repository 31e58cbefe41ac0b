import { expect, it } from 'vitest';
import { stepAt, stepTimes } from './step-times.ts';

const timing = { predictMs: 900, actMs: 60, settleMs: 300, observeMs: 240, collectMs: 50, harnessMs: 0 };

it('a step begins at the end of the previous one, and observing overlaps with reading effects', () => {
  expect(stepTimes([{ timing }, { timing: { ...timing, collectMs: 740 } }, { timing }])).toEqual([0, 1.5, 3.5]);
  expect(stepTimes([{ timing }, { timing: null }])).toBeNull();
});

it('the step of a given time is found', () => {
  expect([0, 1.4, 1.5, 3, 9].map((seconds) => stepAt([0, 1.5, 3.5], seconds))).toEqual([0, 0, 1, 1, 2]);
});
