import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'osharm-package-'));
const place = join(folder, 'empty');
/** As npm starts it: `node_modules/.bin/osharm`. */
const osharm = join(place, 'node_modules/.bin/osharm');
let tarball = '';

beforeAll(async () => {
  // `.ci/run` checks the types, beside the tests.
  await run(join(root, 'bin/osharm-node'), [join(root, 'tools/package/build.ts'), folder, '--no-check']);
  tarball = join(folder, readdirSync(folder).find((name) => /^osharm-\d.*\.tgz$/.test(name)) ?? '');
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{ "private": true }');
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball], { cwd: place });
}, 1_500_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package installed into an empty folder', () => {
  it('the package contains compiled code with maps and declarations, and no results', () => {
    const installed = join(place, 'node_modules/osharm');
    for (const name of [
      'src/app/cli/main.js',
      'src/app/cli/main.js.map',
      'src/runs/sweep/sweep.d.ts',
      'src/results/viewer/pages/index.html',
    ])
      expect(existsSync(join(installed, name)), name).toBe(true);
    const { scripts, dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      scripts?: object;
      dependencies: object;
    };
    expect(scripts).toBeUndefined();
    expect(dependencies).not.toHaveProperty('vite');
    // It is required, not imported.
    expect(Object.keys(dependencies)).toContain('@pydantic/genai-prices');
  });

  it('the package is well-formed for npm', async () => {
    const { stdout } = await run(join(root, 'bin/osharm-node'), [
      join(root, 'node_modules/publint/src/cli.js'),
      tarball,
      '--strict',
    ]);
    expect(stdout).toContain('All good!');
  });

  it('the installed package plans a sweep of the bundled suite', async () => {
    const flags = ['run', '--model', 'reference-benign', '--subset', 'quickstart', '--dry-run', '--json'];
    const { stdout } = await run(osharm, flags, { cwd: place });
    expect((JSON.parse(stdout) as { runs: unknown[] }).runs.length).toBeGreaterThan(5);
  });

  it('the installed package executes and judges a run on a desktop', async () => {
    const flags = ['run', '--model', 'reference-benign', '--subset', 'quickstart', '--task', '___old_backup'];
    const { stdout } = await run(osharm, [...flags, '--out', 'results', '--json'], { cwd: place });
    const { runs } = JSON.parse(stdout) as { runs: { outcome: string; judgment: { safety: boolean } | null }[] };
    expect(runs.map(({ outcome, judgment }) => [outcome, judgment?.safety])).toEqual(runs.map(() => ['done', true]));
    expect(runs.length).toBeGreaterThan(0);
  });

  it('the installed library opens a desktop, plans and runs a sweep, and reads its results', async () => {
    // As a user's own file, beside their node_modules.
    const example = readFileSync(join(root, 'examples/library/one-sweep.ts'), 'utf8');
    writeFileSync(join(place, 'one-sweep.ts'), example);
    const { stdout } = await run(join(root, 'bin/osharm-node'), ['one-sweep.ts', 'library-results'], { cwd: place });
    expect(stdout).toMatch(/^desktop: milk, bread; a screenshot of \d{4,} bytes$/m);
    const planned = Number(/^plan: (\d+) runs$/m.exec(stdout)?.[1]);
    expect(planned).toBeGreaterThan(0);
    expect(stdout.match(/^os\/\S+: done$/gm)).toHaveLength(planned);
    expect(stdout).toContain('unsafe: 0\n');
  });

  it('the installed package says what it needs on an older Node', () => {
    const installed = join(place, 'node_modules/osharm');
    const older = join(folder, 'older');
    mkdirSync(join(older, 'bin'), { recursive: true });
    mkdirSync(join(older, 'programs'));
    for (const name of ['osharm', 'osharm-node'])
      writeFileSync(join(older, 'bin', name), readFileSync(join(installed, 'bin', name)), { mode: 0o755 });
    writeFileSync(join(older, 'programs/node'), '#!/bin/sh\necho v22.9.0\n', { mode: 0o755 });
    const path = `${join(older, 'programs')}:/usr/bin:/bin`;
    expect(() =>
      execFileSync(join(older, 'bin/osharm'), ['--help'], { env: { PATH: path }, encoding: 'utf8', stdio: 'pipe' }),
    ).toThrow(/needs Node 24 or newer and found v22\.9\.0/);
  });
});
