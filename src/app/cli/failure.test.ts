import { expect, it } from 'vitest';
import { OsharmError } from '../../base/errors.ts';
import { reportFailure, StoppedError, stoppedCode } from './failure.ts';

it('work that ends by Ctrl-C prints no failure', () => {
  const lines: string[] = [];
  expect(reportFailure(new StoppedError('stopped'), (line) => lines.push(line))).toBe(stoppedCode);
  expect(lines).toEqual([]);
});

it('a failure prints no escape sequence from a file name or an answer', () => {
  const lines: string[] = [];
  const error = new OsharmError('There is \u001b[31mred\u202e.', {
    code: 'x',
    blame: 'task',
    hint: 'one\n\u001b]0;title\u0007two',
  });
  expect(reportFailure(error, (line) => lines.push(line))).toBe(1);
  expect(lines).toEqual(['osharm: There is \ufffd[31mred\ufffd.', '  → one\n\ufffd]0;title\ufffdtwo']);
});
