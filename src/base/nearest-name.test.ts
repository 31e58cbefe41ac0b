import { expect, it } from 'vitest';
import { didYouMean } from './nearest-name.ts';

it.each([
  ['quickstrt', ' Did you mean "quickstart"?'],
  ['misues', ' Did you mean "misuse"?'],
  ['Core', ' Did you mean "core"?'],
  ['xyz', ''],
  ['', ''],
])('%s', (written, sentence) => {
  expect(didYouMean(written, ['core', 'quickstart', 'misuse', 'misbehavior'])).toBe(sentence);
});
