import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const program = fileURLToPath(new URL('../../bin/host-changes', import.meta.url));
let folder: string;
let record: string;

/** A system of doubles: `installed` lists its packages, `needs` has lines PACKAGE DEPENDENCY, `calls` what was asked for. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'host-changes-'));
  record = join(folder, 'root/var/lib/osharm/set-up');
  mkdirSync(join(folder, 'bin'));
  system({ installed: ['bash', 'uidmap'] });
  script('dpkg-query', `sed 's/^/installed /' '${folder}/installed'`);
  script(
    'apt-get',
    `words="$*"
if [ "$1" = -s ]; then
  case "$words" in
    *install*) exit 0 ;;
    *)
      for name in \${words##*--no-auto-remove }; do
        echo "Remv $name [1]"
        awk -v name="$name" '$2 == name { print "Remv " $1 " [1]" }' '${folder}/needs'
      done
      exit 0
      ;;
  esac
fi
echo "$words" >> '${folder}/calls'
case $1 in
  install) printf '%s\\n' libseccomp2 "\${@: -1}" >> '${folder}/installed' ;;
  purge) for name in "$@"; do sed -i "/^$name\\$/d" '${folder}/installed'; done ;;
esac`,
  );
  for (const name of ['usermod', 'apparmor_parser']) script(name, `echo "${name} $*" >> '${folder}/calls'`);
  script('id', 'exit 0');
});
afterEach(() => rmSync(folder, { recursive: true }));

function system({ installed, needs = [] }: { installed: readonly string[]; needs?: readonly string[] }): void {
  writeFileSync(join(folder, 'installed'), `${installed.join('\n')}\n`);
  writeFileSync(join(folder, 'needs'), needs.map((line) => `${line}\n`).join(''));
}
const script = (name: string, lines: string): void =>
  writeFileSync(join(folder, 'bin', name), `#!/bin/bash\n${lines}\n`, { mode: 0o755 });
const change = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, OSHARM_SYSTEM_ROOT: join(folder, 'root') },
  });
  expect(status, stderr).toBe(0);
  return stdout;
};
const lines = (file: string): string[] => readFileSync(file, 'utf8').trim().split('\n').sort();
const calls = (): string[] => (existsSync(join(folder, 'calls')) ? lines(join(folder, 'calls')) : []);

it('what set-up installs, and what comes along, is recorded and removed again; what was there before stays', () => {
  const before = lines(join(folder, 'installed'));
  change('install', 'uidmap', 'runc');
  expect(change('list').trim().split('\n')).toEqual(['package libseccomp2', 'package runc']);
  change('undo');
  expect(lines(join(folder, 'installed'))).toEqual(before);
  expect(existsSync(join(folder, 'root/var/lib/osharm'))).toBe(false);
});

it('a package that others need by now stays, with what it needs itself, and stays recorded', () => {
  change('install', 'runc');
  system({
    installed: ['bash', 'uidmap', 'libseccomp2', 'runc', 'podman'],
    needs: ['podman libseccomp2', 'runc libseccomp2'],
  });
  expect(change('undo')).toContain('Kept, since other packages need them by now: libseccomp2');
  expect(lines(join(folder, 'installed'))).toEqual(['bash', 'libseccomp2', 'podman', 'uidmap']);
  expect(lines(record)).toEqual(['package libseccomp2']);
});

it('a package that the user has removed meanwhile is forgotten', () => {
  change('install', 'runc');
  system({ installed: ['bash', 'uidmap'] });
  change('undo');
  expect(calls().filter((call) => call.startsWith('purge'))).toEqual([]);
  expect(existsSync(record)).toBe(false);
});

it('a range of ids and the AppArmor profile are given and taken back', () => {
  change('range', 'ann', '100000', '165535');
  change('range', 'ann', '100000', '165535');
  change('namespaces');
  expect(lines(record)).toEqual(['namespaces', 'range ann 100000 165535']);
  const launcher = join(folder, 'root/usr/local/lib/osharm/unshare');
  const profile = join(folder, 'root/etc/apparmor.d/osharm');
  expect(existsSync(launcher)).toBe(true);
  expect(readFileSync(profile, 'utf8')).toContain('profile osharm /usr/local/lib/osharm/unshare flags=(unconfined)');
  const ranges = join(folder, 'root/etc/subuid');
  writeFileSync(ranges, 'ann:100000:65536\nann:300000:65536\n');
  change('undo');
  expect(readFileSync(ranges, 'utf8')).toBe('ann:300000:65536\n');
  expect([launcher, profile, record].map((path) => existsSync(path))).toEqual([false, false, false]);
});

it('undo without a record changes nothing', () => {
  change('undo');
  expect(calls()).toEqual([]);
});
