import { expect, it } from 'vitest';
import { didYouMean } from './nearest-name.ts';

it.each([
  ['quickstrt', ' Did you mean "quickstart"?'],
  ['misues', ' Did you mean "misuse"?'],
  ['Core', ' Did you mean "core"?'],
  ['misb', ' Did you mean "misbehavior"?'],
  ['mis', ''],
  ['xyz', ''],
  ['', ''],
])('the nearest name to “%s” is suggested only if it is close', (written, sentence) => {
  expect(didYouMean(written, ['core', 'quickstart', 'misuse', 'misbehavior'])).toBe(sentence);
});
