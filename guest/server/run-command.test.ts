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
  it('is the first program of that name, past folders and files that can’t be run', () => {
    expect(programFile('tool', path)).toBe(join(folder, 'second/tool'));
    expect(programFile('other', path)).toBe(join(folder, 'second/other'));
  });

  it('is the name itself where there is no such program, no path, or a path in the name', () => {
    expect(programFile('absent', path)).toBe('absent');
    expect(programFile('tool', undefined)).toBe('tool');
    expect(programFile('./tool', path)).toBe('./tool');
    expect(programFile('', path)).toBe('');
  });
});

describe('runProgram', () => {
  const around = () => ({ environment: { PATH: path }, home: folder });

  it('starts a program under the name that it was asked for', async () => {
    const done = await runProgram(['sh', '-c', 'tr "\\0" " " < /proc/$$/cmdline'], around(), { timeoutMs: 5_000 });
    expect(done).toMatchObject({ returncode: 0, output: expect.stringMatching(/^sh -c /) });
  });

  it('fails as Python does where there is none', async () => {
    await expect(runProgram(['absent'], around(), { timeoutMs: 5_000 })).rejects.toThrow(
      "[Errno 2] No such file or directory: 'absent'",
    );
  });
});
