import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;

/** A checkout without node modules, and a path of programs that has no npm and no apt-get. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'setup-'));
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  mkdirSync(join(folder, 'path'));
  for (const name of ['awk', 'bash', 'cat', 'dirname', 'id', 'readlink', 'sort', 'uname'])
    symlinkSync(`/usr/bin/${name}`, join(folder, 'path', name));
});
afterEach(() => rmSync(folder, { recursive: true }));

const setUp = (env: NodeJS.ProcessEnv = {}) =>
  spawnSync('/bin/bash', [join(folder, 'bin', 'setup'), 'only'], {
    encoding: 'utf8',
    env: { PATH: join(folder, 'path'), ...env },
  });

it('setup stops without changes if there is no npm', () => {
  const { status, stdout, stderr } = setUp();
  expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
  expect(stderr).toContain('Nothing was changed.\n  → Install Node 20 or newer with npm');
  expect(existsSync(join(folder, 'node_modules'))).toBe(false);
});

it('setup under sudo sends the user back to the account that has npm', () => {
  expect(setUp({ SUDO_USER: 'ann' }).stderr).toContain('Start this as ann, without sudo');
});

it('setup rejects an npm that does not start', () => {
  writeFileSync(join(folder, 'path', 'npm'), '#!/bin/bash\nexit 1\n', { mode: 0o755 });
  expect(setUp().stderr).toContain('does not start');
});
