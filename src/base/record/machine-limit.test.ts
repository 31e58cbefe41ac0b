import { expect, it } from 'vitest';
import { reportFailure } from '../../app/cli/failure.ts';
import { machineLimit } from './machine-limit.ts';
import { typedError } from './typed-error.ts';

const full = Object.assign(new Error('EMFILE: too many open files, open x'), {
  code: 'EMFILE',
  syscall: 'open',
  path: 'x',
});

it('too many open files are explained, however deep the cause is nested', () => {
  const wrapped = new Error('the desktop did not start', { cause: full });
  for (const error of [full, wrapped]) {
    expect(machineLimit(error)?.message).toMatch(/limit of open files and connections \(EMFILE: open x\)/);
    expect(typedError(error)).toMatchObject({ code: 'too-many-open-files', blame: 'environment', isRetryable: true });
    const lines: string[] = [];
    expect(reportFailure(error, (line) => lines.push(line))).toBe(3);
    expect(lines.join('\n')).toMatch(/ulimit -n/);
    expect(lines.join('\n')).not.toMatch(/fault of osharm/);
  }
});

it('other errors than an exceeded machine limit stay unchanged', () => {
  const other = Object.assign(new Error('gone'), { code: 'ENOENT' });
  expect(machineLimit(other)).toBeNull();
});
