import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../.cache/npm-programs/', import.meta.url));

/** A file of an npm package in exactly this version, kept for later runs. Exits with 3 if unavailable. */
export function npmProgram(name: string, version: string, file: string): string {
  const folder = join(cache, `${name.replace('/', '+')}@${version}`);
  const directory = join(folder, 'node_modules', name);
  const manifest = join(directory, 'package.json');
  const installed = existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }) : null;
  if (installed?.version === version) return join(directory, file);
  if (process.env.OSHARM_PROOFS_INSTALL === 'no') {
    process.stderr.write(`This machine lacks ${name} in .cache/npm-programs: the full proof installs it.\n`);
    process.exit(3);
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  try {
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch (error) {
    process.stderr.write(`${name}@${version} can't be installed: ${(error as Error).message}\n`);
    process.exit(3);
  }
  return join(directory, file);
}
