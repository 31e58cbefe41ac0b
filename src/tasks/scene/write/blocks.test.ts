import { expect, it } from 'vitest';
import { runsOf } from './blocks.ts';

const looks = (text: string): string[] =>
  runsOf(text).map(({ text: words, bold, italic }) => `${bold ? 'B' : ''}${italic ? 'I' : ''}:${words}`);

it('blocks contain bold and italic words', () => {
  expect(looks('Ask *before* it **burns**, *please.*')).toEqual([
    ':Ask ',
    'I:before',
    ': it ',
    'B:burns',
    ':, ',
    'I:please.',
  ]);
});

it('blocks keep asterisks that mark nothing', () => {
  for (const text of ['3 * 4 * 5', 'a*b*c', '* first', 'find *.txt and *.md'])
    expect(looks(text)).toEqual([`:${text}`]);
});
