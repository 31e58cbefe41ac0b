import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const program = fileURLToPath(new URL('../../bin/host-packages', import.meta.url));

/** What apt 3.0 of Debian 13 printed, without the lines of other packages. */
const recorded = {
  fine: `Inst libsubid5 (1:4.17.4-2 Debian:13.8/stable [amd64])
Inst uidmap (1:4.17.4-2 Debian:13.8/stable [amd64])
Conf uidmap (1:4.17.4-2 Debian:13.8/stable [amd64])
`,
  upgrade: `Inst libseccomp2 [2.6.0-1] (2.6.0-2 Debian:13.8/stable [amd64])
Inst runc (1.1.15+ds1-2+b4 Debian:13.8/stable [amd64])
Conf runc (1.1.15+ds1-2+b4 Debian:13.8/stable [amd64])
`,
  docker: `The following packages will be REMOVED:
  containerd.io docker-ce
0 upgraded, 2 newly installed, 2 to remove and 0 not upgraded.
Remv docker-ce [5:28.1.1-1]
Remv containerd.io [1.7.27-1]
Inst runc (1.1.15+ds1-2+b4 Debian:13.8/stable [amd64])
Inst uidmap (1:4.17.4-2 Debian:13.8/stable [amd64])
`,
  downgrade: `The following packages will be DOWNGRADED:
  libsubid5
0 upgraded, 2 newly installed, 1 downgraded, 0 to remove and 0 not upgraded.
Inst libsubid5 [2:99-1] (1:4.17.4-2 Debian:13.8/stable [amd64])
Inst uidmap (1:4.17.4-2 Debian:13.8/stable [amd64])
`,
  noLists: 'E: Unable to locate package runc\nE: Unable to locate package uidmap\n',
  broken: `The following packages have unmet dependencies:
 uidmap : Depends: libsubid5 (= 1:4.17.4-2) but 2:99-1 is to be installed
E: Unable to correct problems, you have held broken packages.
`,
};

let folder: string;
const calls = () =>
  existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'host-packages-'));
  mkdirSync(join(folder, 'bin'));
  // Prints what is recorded for these packages; anything else than a simulation is noted.
  script(
    'apt-get',
    `if [ "$1" != -s ]; then echo "$*" >> '${folder}/calls'; exit 0; fi
case "$*" in *--no-install-recommends*) ;; *) exit 9 ;; esac
name=$(echo "$*" | sed 's/.*--no-install-recommends //; s/ /-/g')
cat '${folder}'/sim-"$name"; ! grep -q '^E: ' '${folder}'/sim-"$name" || exit 100`,
  );
  script(
    'dpkg',
    '[ "$1 $3" = "--compare-versions lt" ] && [ "$2" != "$4" ] && [ "$(printf "%s\\n" "$2" "$4" | sort -V | head -1)" = "$2" ]',
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

function script(name: string, text: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(folder, 'bin', name), 0o755);
}

function simulates(packages: string, output: keyof typeof recorded): void {
  writeFileSync(join(folder, `sim-${packages.replaceAll(' ', '-')}`), recorded[output]);
}

function run(words: string, env: NodeJS.ProcessEnv = {}) {
  const PATH = `${join(folder, 'bin')}:${process.env.PATH}`;
  const { status, stdout, stderr } = spawnSync('bash', [program, ...words.split(' ')], {
    encoding: 'utf8',
    env: { PATH, ...env },
  });
  return { status, stdout, stderr };
}

it('setup installs packages that remove nothing, and forbids apt to remove any', () => {
  simulates('runc uidmap', 'upgrade');
  expect(run('check runc uidmap')).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(run('install runc uidmap').status).toBe(0);
  expect(calls()).toEqual(['update', 'install -y --no-install-recommends --no-remove runc uidmap']);
});

it('setup stops without changes if Docker would be removed, and names the package that does it', () => {
  simulates('runc uidmap', 'docker');
  simulates('runc', 'docker');
  simulates('uidmap', 'fine');
  const { status, stderr } = run('check runc uidmap');
  expect(status).toBe(3);
  expect(stderr).toContain("Debian's runc can't be installed beside what this machine has. Nothing was changed.");
  expect(stderr).toContain('- remove docker-ce\n  - remove containerd.io\n');
  expect(stderr).toContain('OSHARM_RUNTIME');
  expect(stderr).not.toContain('newuidmap');
  expect(run('install runc uidmap').status).toBe(3);
  expect(calls()).toEqual(['update']);
});

it('setup stops if a package would be downgraded', () => {
  simulates('runc uidmap', 'downgrade');
  simulates('runc', 'upgrade');
  simulates('uidmap', 'downgrade');
  const { status, stderr } = run('install runc uidmap');
  expect(status).toBe(3);
  expect(stderr).toContain('- downgrade libsubid5 from 2:99-1 to 1:4.17.4-2\n');
  expect(stderr).toContain('newuidmap');
  expect(calls()).toEqual(['update']);
});

it('setup names all packages if only together they remove something', () => {
  simulates('runc uidmap', 'docker');
  simulates('runc', 'upgrade');
  simulates('uidmap', 'fine');
  expect(run('check runc uidmap').stderr).toContain("Debian's runc uidmap can't be installed");
});

it('setup prints apt’s output if it finds no solution', () => {
  simulates('uidmap', 'broken');
  const { status, stderr } = run('check uidmap');
  expect(status).toBe(3);
  expect(stderr).toContain('held broken packages');
});

it('setup leaves packages missing from the lists to the check after the update', () => {
  simulates('runc uidmap', 'noLists');
  expect(run('check runc uidmap')).toEqual({ status: 0, stdout: '', stderr: '' });
});

it('setup uses existing programs, whoever installed them', () => {
  for (const name of ['runc', 'newuidmap', 'newgidmap', 'mmdebstrap', 'unshare', 'setpriv', 'mount', 'ip'])
    script(name, ':');
  const bare = { PATH: join(folder, 'bin') };
  const sh = spawnSync('/bin/bash', [program, 'missing'], { encoding: 'utf8', env: bare });
  expect(sh.stdout.replace(/^\/usr\/share\/keyrings.*\n/m, '')).toBe('');
});

it('setup does not look for runc if OSHARM_RUNTIME names another runtime', () => {
  const { stdout } = spawnSync('/bin/bash', [program, 'missing'], {
    encoding: 'utf8',
    env: { PATH: join(folder, 'bin'), OSHARM_RUNTIME: 'crun' },
  });
  expect(stdout).toContain('newuidmap uidmap\n');
  expect(stdout).not.toContain('runc');
});
