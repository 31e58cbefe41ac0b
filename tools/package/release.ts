/**
 * Makes everything that a release ships, and publishes nothing:
 *
 *     bin/osharm-node tools/package/release.ts FOLDER [PLATFORM …]
 *
 * FOLDER receives the npm tarballs, the wheels (of all platforms, or of those named), `sbom.cdx.json` (what the npm
 * package installs, as CycloneDX), `notes.md` (the newest section of the changelog) and `SHA256SUMS`. The npm packages
 * are checked with publint, the wheels with twine.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import checkout from '../../package.json' with { type: 'json' };
import { pythonWith } from '../agents/python-with.ts';
import { releaseNotes } from './release-notes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [out, ...platforms] = process.argv.slice(2);
if (out === undefined) throw new Error('Usage: bin/osharm-node tools/package/release.ts FOLDER [PLATFORM …]');
const folder = resolve(out);
mkdirSync(folder, { recursive: true });
const others = readdirSync(folder);
if (others.length > 0) throw new Error(`${folder} must be empty: it has ${others[0]}.`);

const run = (program: string, args: readonly string[], cwd = root): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 2], maxBuffer: 2 ** 28 });
const node = (file: string, ...args: string[]): string =>
  run(join(root, 'bin/osharm-node'), [join(root, file), ...args]);

process.stdout.write(node('tools/package/build.ts', folder));
for (const built of ['package', ...readdirSync(join(folder, 'packages')).map((name) => join('packages', name))])
  process.stdout.write(node('node_modules/publint/src/cli.js', join(folder, built), '--strict'));
for (const built of ['package', 'packages']) rmSync(join(folder, built), { recursive: true });
const tarball = readdirSync(folder).find((name) => name === `osharm-${checkout.version}.tgz`);
if (tarball === undefined) throw new Error(`The build made no osharm-${checkout.version}.tgz.`);

process.stdout.write(node('tools/package/wheel.ts', folder, ...platforms));
const wheels = readdirSync(folder).filter((name) => name.endsWith('.whl'));
const twine = await pythonWith('twine', ['twine==6.2.0']);
process.stdout.write(run(twine, ['-m', 'twine', 'check', '--strict', ...wheels], folder));

const temporary = mkdtempSync(join(tmpdir(), 'osharm-sbom-'));
// npm names the bill's subject after this folder, and wants a version for it.
const place = join(temporary, 'osharm-release');
try {
  mkdirSync(place);
  const subject = { name: 'osharm-release', version: checkout.version, private: true };
  writeFileSync(join(place, 'package.json'), JSON.stringify(subject));
  run(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', join(folder, tarball)],
    place,
  );
  const sbom = run('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev'], place);
  writeFileSync(join(folder, 'sbom.cdx.json'), sbom);
} finally {
  rmSync(temporary, { recursive: true });
}

writeFileSync(
  join(folder, 'notes.md'),
  releaseNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), checkout.version),
);
const sums = readdirSync(folder)
  .sort()
  .map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}`,
  );
writeFileSync(join(folder, 'SHA256SUMS'), `${sums.join('\n')}\n`);
console.log(sums.join('\n'));
