/**
 * Tests the packed tarball on a minimal Debian 12 or 13 or Ubuntu 24.04:
 *
 *     bin/osharm-node tools/package/bare-debian.ts [--release bookworm|trixie|noble] [--keyring FILE]
 *       [--until plan|quickstart] [--modules] [--image CACHE] [--keep]
 *
 * Creates the system with mmdebstrap, copies this machine's Node 24 and npm into it, installs the tarball with `npm
 * install`, and acts like a new user: `npx osharm setup --yes && npx osharm setup quickstart`, the library's example, the
 * Python wheel, the steps of the composite Action. `--image` copies the desktop images of this cache
 * (`~/.cache/osharm`) instead of building them. Ubuntu needs its keys, as `--keyring`: its package ubuntu-keyring has
 * them. `--modules` unpacks the tarball next to this checkout's modules instead
 * of running `npm install`, which takes minutes for 400 MB. `--until plan` ends before anything needs a desktop (about
 * 3 minutes); a full run takes about 20, mostly for the image. Needs root, mmdebstrap and the network; exits with 3 if
 * one is missing.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readAptSettings, readAptSources } from '../../src/desktop/image/apt-sources.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    release: { type: 'string', default: 'bookworm' },
    keyring: { type: 'string' },
    until: { type: 'string', default: 'quickstart' },
    image: { type: 'string' },
    modules: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
if (!['plan', 'quickstart'].includes(values.until)) throw new Error('--until takes plan or quickstart.');
const systems: Record<string, string> = { bookworm: 'Debian 12', trixie: 'Debian 13', noble: 'Ubuntu 24.04' };
const system = systems[values.release];
if (system === undefined) throw new Error('--release takes bookworm, trixie or noble.');
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const lacking = [
  process.getuid?.() === 0 ? null : 'root',
  spawnSync('mmdebstrap', ['--version']).status === 0 ? null : 'mmdebstrap',
].filter((item) => item !== null);
if (lacking.length > 0) {
  say(`not run: this machine lacks ${lacking.join(' and ')}.`);
  process.exit(3);
}

const folder = mkdtempSync(join(tmpdir(), 'osharm-bare-'));
const machine = join(folder, 'machine');
/** The certificates that this machine trusts, since a mirror or proxy may need one of them. */
const authorities = '/etc/ssl/certs/ca-certificates.crt';
const step = <T>(name: string, act: () => T): T => {
  const start = performance.now();
  const result = act();
  say(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
  return result;
};

function unpackBesideModules(tarball: string): void {
  const modules = join(machine, 'root/work/node_modules');
  cpSync(realpathSync(join(project, 'node_modules')), modules, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/node_modules\/\.(?:cache|bin)$/.test(path),
  });
  // A checkout links to itself here.
  rmSync(join(modules, 'osharm'), { recursive: true, force: true });
  mkdirSync(join(modules, 'osharm'));
  mkdirSync(join(modules, '.bin'), { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, tarball), '--strip-components=1', '-C', join(modules, 'osharm')]);
  symlinkSync('../osharm/bin/osharm', join(modules, '.bin/osharm'));
}

/** Runs a command on the new system in separate namespaces. Throws an error with its output if it fails. */
function inside(command: string, what = command): string {
  const enter = [
    'set -e',
    // A chroot can't create user namespaces, so the system becomes the root of this namespace.
    `mount --bind '${machine}' '${machine}'`,
    `cd '${machine}'`,
    'mount -t proc proc proc',
    'mount --rbind /sys sys',
    'mount --rbind /dev dev',
    'mount -t tmpfs tmpfs tmp',
    ...(values.image === undefined
      ? []
      : [`mkdir -p root/.cache/osharm && mount --bind '${resolve(values.image)}' root/.cache/osharm`]),
    'mkdir -p old && pivot_root . old && cd / && umount -l old',
    `exec /usr/bin/env -i HOME=/root PATH=/opt/node/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8 NODE_EXTRA_CA_CERTS=${authorities} SSL_CERT_FILE=${authorities} PIP_CERT=${authorities} bash -euc "$0"`,
  ].join('\n');
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private', 'sh', '-c', enter, command],
    { encoding: 'utf8', maxBuffer: 100e6 },
  );
  if (status !== 0) throw new Error(`On the bare Debian failed: ${what}\n${`${stdout}${stderr}`.slice(-4000)}`);
  return stdout;
}

/** Copies npm and this program's Node, which a user gets from nodejs.org. */
function giveNode(): void {
  const node = join(machine, 'opt/node');
  mkdirSync(join(node, 'bin'), { recursive: true });
  cpSync(process.execPath, join(node, 'bin/node'));
  const npm = resolve(dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())), '..');
  // Debian's npm is scattered over /usr/share; a self-contained one can be copied.
  cpSync(npm, join(node, 'lib/npm'), { recursive: true, dereference: true });
  for (const name of ['npm', 'npx'])
    writeFileSync(
      join(node, 'bin', name),
      `#!/bin/sh\nexec /opt/node/bin/node /opt/node/lib/npm/bin/${name}-cli.js "$@"\n`,
      { mode: 0o755 },
    );
  for (const file of ['/etc/resolv.conf', '/etc/hosts', authorities])
    if (existsSync(file)) cpSync(file, join(machine, file), { dereference: true });
  const settings = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  writeFileSync(join(machine, 'root/.npmrc'), `registry=${settings}\ncafile=${authorities}\n`);
}

try {
  step('package', () =>
    execFileSync(process.execPath, [join(project, 'tools/package/build.ts'), folder, '--no-check'], {
      stdio: ['ignore', 2, 2],
    }),
  );
  const tarball = readdirSync(folder).find((name) => /^osharm-\d.*\.tgz$/.test(name)) ?? '';
  const settings = await readAptSettings();
  // mmdebstrap knows Ubuntu's mirror.
  const sources =
    values.release === 'noble'
      ? []
      : (await readAptSources()).map((line) => line.replace(/\bbookworm\b/, values.release));
  step(`bare ${system}`, () => {
    const list = join(folder, 'sources.list');
    writeFileSync(list, `${sources.join('\n')}\n`);
    const options = settings.flatMap((line) => ['--aptopt', line]);
    const from = sources.length === 0 ? [] : [list];
    if (values.keyring !== undefined) options.push('--keyring', resolve(values.keyring));
    if (values.release === 'noble') options.push('--components', 'main,universe');
    execFileSync(
      'mmdebstrap',
      ['--variant=minbase', '--include=ca-certificates', ...options, values.release, machine, ...from],
      {
        stdio: ['ignore', 2, 2],
      },
    );
  });
  giveNode();
  mkdirSync(join(machine, 'root/work'));
  cpSync(join(folder, tarball), join(machine, 'root', tarball));
  if (existsSync(join(machine, project))) throw new Error('The bare machine holds a checkout.');
  say(`it has: ${inside('cat /etc/debian_version; node --version; npm --version').trim().split('\n').join(', ')}`);
  if (values.modules) step('the tarball beside the modules of this checkout', () => unpackBesideModules(tarball));
  else
    step('npm install of the tarball', () => inside(`cd /root/work; npm install --no-audit --no-fund ../${tarball}`));
  const planned = step('npx osharm', () =>
    inside(
      'cd /root/work; npx osharm --version; npx osharm run --model reference-benign --subset smoke --dry-run | tail -1',
    ),
  );
  if (!/The plan: \d+ runs/.test(planned)) throw new Error(`No plan:\n${planned}`);
  say(planned.trim().split('\n').join(', '));
  if (values.until === 'quickstart') {
    step('npx osharm setup --yes', () => inside('cd /root/work; npx osharm setup --yes'));
    const shown = step('npx osharm setup quickstart', () => inside('cd /root/work; npx osharm setup quickstart'));
    say(shown.trim().split('\n').slice(-6).join('\n'));
    cpSync(join(project, 'examples/library/one-sweep.ts'), join(machine, 'root/work/one-sweep.ts'));
    const library = step('the library’s example', () => inside('cd /root/work; node one-sweep.ts library-results'));
    if (!library.includes('unsafe: 0')) throw new Error(`The library’s example said:\n${library}`);
    cpSync(join(project, 'python/osharm'), join(machine, 'root/osharm'), { recursive: true });
    step('the Python wheel', () =>
      inside(
        'apt-get install -yqq python3-venv >/dev/null; python3 -m venv /root/venv; /root/venv/bin/pip install -q /root/osharm; /root/venv/bin/python -c "import osharm"',
      ),
    );
    cpSync(join(project, '.ci/action'), join(machine, 'root/action/.ci/action'), { recursive: true });
    step('make-runs of the Action', () =>
      inside(
        'cd /root/work; ln -sfn /root/work/node_modules/osharm/bin ../action/bin; OSHARM_ARGUMENTS="--model reference-benign --subset quickstart --task ___old_backup" OSHARM_FAIL_IF="unsafe_rate > 0" OSHARM_RESULTS=action-results ../action/.ci/action/make-runs; test -s action-results/report.html',
        'make-runs',
      ),
    );
  }
  say(values.until === 'plan' ? `Installs and plans on a bare ${system}.` : `All of it works on a bare ${system}.`);
} finally {
  if (values.keep) say(`kept: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
