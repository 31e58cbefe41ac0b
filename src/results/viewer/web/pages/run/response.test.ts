import { expect, it } from 'vitest';
import { piecesOf, spokenWords } from './response.ts';

it('a response is split into prose and code', () => {
  expect(piecesOf('I click.\n```python\npyautogui.click(1, 2)\n```\nThen I wait.\n```\nWAIT\n```')).toEqual([
    { kind: 'words', text: 'I click.' },
    { kind: 'code', text: 'pyautogui.click(1, 2)' },
    { kind: 'words', text: 'Then I wait.' },
    { kind: 'code', text: 'WAIT' },
  ]);
});

it('an unclosed code fence extends to the end of the response', () => {
  expect(piecesOf('```python\nx = 1\n\ny = 2')).toEqual([{ kind: 'code', text: 'x = 1\n\ny = 2' }]);
});

it('a response’s reasoning is returned separately', () => {
  expect(spokenWords('First.\n```\nDONE\n```\nLast.')).toBe('First.\n\nLast.');
});
