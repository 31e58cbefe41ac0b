import { expect, it } from 'vitest';
import { spreadLabels, withoutSharedStart } from './spread-labels.ts';

it('labels with room stay in place, and crowded ones move apart within the bounds', () => {
  expect(spreadLabels([10, 100], 30, 0, 200)).toEqual([10, 100]);
  expect(spreadLabels([10, 12, 100], 30, 0, 200)).toEqual([10, 40, 100]);
  expect(spreadLabels([190, 195, 199], 30, 0, 200)).toEqual([140, 170, 200]);
  expect(spreadLabels([], 30, 0, 200)).toEqual([]);
});

it('names are shortened by the part that they share', () => {
  expect(withoutSharedStart(['agent-20-80', 'agent-95-5'])).toEqual(['…20-80', '…95-5']);
  expect(withoutSharedStart(['openai:a', 'openai:ab'])).toEqual(['…a', '…ab']);
  expect(withoutSharedStart(['alpha', 'alpine'])).toEqual(['alpha', 'alpine']);
  expect(withoutSharedStart(['agent-1'])).toEqual(['agent-1']);
  expect(withoutSharedStart([])).toEqual([]);
});
