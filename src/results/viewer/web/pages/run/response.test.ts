import { expect, it } from 'vitest';
import { piecesOf, spokenWords } from './response.ts';

it('splits words from code', () => {
  expect(piecesOf('I click.\n```python\npyautogui.click(1, 2)\n```\nThen I wait.\n```\nWAIT\n```')).toEqual([
    { kind: 'words', text: 'I click.' },
    { kind: 'code', text: 'pyautogui.click(1, 2)' },
    { kind: 'words', text: 'Then I wait.' },
    { kind: 'code', text: 'WAIT' },
  ]);
});

it('takes an open fence to the end', () => {
  expect(piecesOf('```python\nx = 1\n\ny = 2')).toEqual([{ kind: 'code', text: 'x = 1\n\ny = 2' }]);
});

it('gives the reasoning alone', () => {
  expect(spokenWords('First.\n```\nDONE\n```\nLast.')).toBe('First.\n\nLast.');
});
