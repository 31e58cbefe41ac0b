import { expect, test } from 'vitest';
import { shellWords } from './shell-words.ts';

// Expected values are what Python's shlex.split gives.
test.each([
  ["echo 'a b' c", ['echo', 'a b', 'c']],
  ['a "b \\"c\\" \\n $x" d', ['a', 'b "c" \\n $x', 'd']],
  ["''", ['']],
  ['a\\ b c"d"e\'f\'', ['a b', 'cdef']],
  ['  a\tb\nc ', ['a', 'b', 'c']],
  ['', []],
])('the shell words of %s are split as in Python', (line, words) => {
  expect(shellWords(line)).toEqual(words);
});

test('an open quote and a trailing backslash are errors with Python’s message', () => {
  expect(() => shellWords("a 'b")).toThrow('No closing quotation');
  expect(() => shellWords('a \\')).toThrow('No escaped character');
});
