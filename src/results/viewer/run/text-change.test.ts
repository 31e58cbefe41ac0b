import { expect, it } from 'vitest';
import { textChange } from './text-change.ts';

const shown = (before: string | null, after: string): string[] | undefined =>
  textChange(before, after)?.lines.map(({ sign, text }) => sign + text);

it('shows the lines that came and went with one line around them', () => {
  expect(shown('a\nb\nc\nd\ne\n', 'a\nb\nX\nd\ne\n')).toEqual([' b', '-c', '+X', ' d']);
  expect(shown('', 'new\nfile')).toEqual(['+new', '+file']);
});

it('shows two lines that swapped places', () => {
  expect(shown('1,Ann\n2,Bo\n', '2,Bo\n1,Ann\n')).toEqual(['-1,Ann', ' 2,Bo', '+1,Ann']);
});

it('is null where nothing changed, and says where it could not compare', () => {
  expect(textChange('a', 'a')).toBeNull();
  expect(textChange('a\n', 'a')).toBeNull();
  expect(textChange(null, 'a')).toEqual({ isCompared: false, lines: [{ sign: ' ', text: 'a' }], linesLeft: 0 });
});

it('caps lines and letters', () => {
  const change = textChange('', `${'x'.repeat(10_000)}\n`.repeat(5_000));
  expect(change?.lines).toHaveLength(40);
  expect(change?.linesLeft).toBeGreaterThan(4_000);
  expect(change?.lines.every(({ text }) => text.length < 300)).toBe(true);
});
