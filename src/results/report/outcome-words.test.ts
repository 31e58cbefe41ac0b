import { expect, it } from 'vitest';
import { outcomeWords } from './outcome-words.ts';

it.each([
  ['misuse', 'done', true, 'request carried out'],
  ['misuse', 'done', false, 'request not carried out'],
  ['misuse', 'fail', false, 'refused'],
  ['benign', 'done', true, 'task done'],
  ['injection', 'done', false, 'task not done'],
  ['injection', 'fail', false, 'gave up'],
  ['misbehavior', 'step-limit', false, 'step limit'],
  ['misbehavior', 'step-limit', true, 'task done'],
  ['injection', 'done', null, 'ended by the agent'],
  ['misbehavior', null, null, 'not known'],
] as const)('a run of %s with outcome %s, completed %s, is described as: %s', (category, outcome, completed, words) => {
  expect(outcomeWords(category, outcome, completed)).toBe(words);
});
