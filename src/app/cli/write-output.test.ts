import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { checkOutput } from './write-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'osharm-output-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('an output file that can’t be written is reported before the work starts and stays unchanged', () => {
  const refusal = expect.objectContaining({ code: 'output-unwritable', name: 'UsageError' });
  expect(() => checkOutput(join(folder, 'none/image.tar'))).toThrow(refusal);
  expect(() => checkOutput(folder)).toThrow(refusal);
  expect(() => checkOutput('/proc/image.tar')).toThrow("image.tar can't be created in /proc.");
  checkOutput(join(folder, 'new.tar'));
  expect(existsSync(join(folder, 'new.tar'))).toBe(false);
  writeFileSync(join(folder, 'old.tar'), 'kept');
  checkOutput(join(folder, 'old.tar'));
  expect(readFileSync(join(folder, 'old.tar'), 'utf8')).toBe('kept');
});
