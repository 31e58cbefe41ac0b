import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../.cache/python/', import.meta.url));

/** A virtual environment with these PyPI packages, kept for later runs. Exits with 3 if they are unavailable. */
export async function pythonWith(name: string, packages: readonly string[]): Promise<string> {
  const python = join(cache, name, 'bin/python');
  const install = [...packages];
  if (existsSync(python) && spawnSync(python, ['-m', 'pip', 'install', '-q', '--no-index', ...install]).status === 0)
    return python;
  if (process.env.OSHARM_PROOFS_INSTALL === 'no') {
    process.stderr.write(
      `This machine lacks Python with ${packages.join(', ')} in .cache/python/${name}: the full proof installs it.\n`,
    );
    process.exit(3);
  }
  try {
    execFileSync('python3', ['-m', 'venv', '--clear', join(cache, name)], { stdio: 'inherit' });
    execFileSync(python, ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', ...install], {
      stdio: 'inherit',
    });
  } catch (error) {
    process.stderr.write(`There is no Python with ${packages.join(', ')}: ${(error as Error).message}\n`);
    process.exit(3);
  }
  return python;
}
