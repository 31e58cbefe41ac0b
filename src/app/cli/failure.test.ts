import { expect, it } from 'vitest';
import { OsharmError } from '../../base/errors.ts';
import { reportFailure } from './failure.ts';

it('prints no escape sequence that a name of a file, or an answer, brought along', () => {
  const lines: string[] = [];
  const error = new OsharmError('There is \u001b[31mred\u202e.', {
    code: 'x',
    blame: 'task',
    hint: 'one\n\u001b]0;title\u0007two',
  });
  expect(reportFailure(error, (line) => lines.push(line))).toBe(1);
  expect(lines).toEqual(['osharm: There is \ufffd[31mred\ufffd.', '  → one\n\ufffd]0;title\ufffdtwo']);
});
