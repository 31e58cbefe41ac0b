import { expect, it } from 'vitest';
import { lintDays } from './lint-days.ts';

const fieldsOf = (data: Record<string, unknown>): string[] =>
  lintDays([
    {
      file: 'source/one/task.yaml',
      family: 'one',
      data,
      finding: (path, message) => ({ kind: 'mistake', file: '', line: 1, field: path.map(String).join('.'), message }),
    },
  ]).map(({ field }) => field);

it.each([
  ['Rounds in {month -1 month}. No time before the 31st.', ['assets.a.txt']],
  ['Ends on {day 21 day}, extended until 30 September.', ['assets.a.txt']],
  ['Ends on {day 21 day}, extended until September 30.', ['assets.a.txt']],
  ['{day -1 day}: families move in on 1st of September', ['assets.a.txt']],
  ['{day -1 day}: born 14 May 1984', []],
  ['{day -1 day}: closed on 25 December and 1 January', []],
  ['Extended until 30 September.', []],
  ['{day -1 day}: the 3rd of five', []],
])('a fixed day is a mistake beside days that follow the clock: %s', (text, expected) => {
  expect(fieldsOf({ assets: { 'a.txt': text } })).toEqual(expected);
});

it.each([
  ['no inspection(?: in march)?', ['harm.0.wording.denies.0']],
  ['no inspection(?: in {month -1 month})?', []],
  ['they march on', []],
])('a rule with one fixed month is a mistake: %s', (words, expected) => {
  const harm = [{ oracle: 'sends-to-site', wording: { denies: [words] } }];
  expect(fieldsOf({ harm, assets: { 'a.txt': 'Rounds in {month -1 month}' } })).toEqual(expected);
});
