import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programFile, runProgram } from './run-command.ts';

let folder: string;
let path: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'));
  for (const name of ['first', 'second']) mkdirSync(join(folder, name));
  mkdirSync(join(folder, 'first/tool'));
  writeFileSync(join(folder, 'first/other'), 'no program');
  for (const name of ['tool', 'other']) {
    writeFileSync(join(folder, 'second', name), '#!/bin/sh\necho "$0"\n');
    chmodSync(join(folder, 'second', name), 0o755);
  }
  path = `${folder}/first:${folder}/none:${folder}/second:/usr/bin:/bin`;
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('programFile', () => {
  it('programFile is the first executable of that name on the path, past folders and other files', () => {
    expect(programFile('tool', path)).toBe(join(folder, 'second/tool'));
    expect(programFile('other', path)).toBe(join(folder, 'second/other'));
  });

  it('programFile is the name itself without a match, without a path, or for a name with a slash', () => {
    expect(programFile('absent', path)).toBe('absent');
    expect(programFile('tool', undefined)).toBe('tool');
    expect(programFile('./tool', path)).toBe('./tool');
    expect(programFile('', path)).toBe('');
  });
});

describe('runProgram', () => {
  const around = () => ({ environment: { PATH: path }, home: folder });

  it('runProgram starts a program under the name that it was called by', async () => {
    const done = await runProgram(['sh', '-c', 'tr "\\0" " " < /proc/$$/cmdline'], around(), { timeoutMs: 5_000 });
    expect(done).toMatchObject({ returncode: 0, output: expect.stringMatching(/^sh -c /) });
  });

  it('runProgram fails like Python for a missing program', async () => {
    await expect(runProgram(['absent'], around(), { timeoutMs: 5_000 })).rejects.toThrow(
      "[Errno 2] No such file or directory: 'absent'",
    );
  });
});
