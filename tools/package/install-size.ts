/**
 * Measures the number and size of osharm's dependencies: installs the production packages of each commit with npm.
 *
 * Run by hand: `bin/osharm-node tools/package/install-size.ts COMMIT… [--write]`. `--write` updates
 * docs/evidence/speed.md.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writePage } from '../../bench/page.ts';
import type { InstallResults } from '../../bench/table.ts';

const { values, positionals: commits } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
if (commits.length === 0) throw new Error('Usage: bin/osharm-node tools/package/install-size.ts COMMIT… [--write]');

const git = (...words: string[]): string => execFileSync('git', words, { encoding: 'utf8', maxBuffer: 2 ** 26 });

function measure(commit: string): InstallResults['installs'][number] {
  const folder = mkdtempSync(join(tmpdir(), 'install-size-'));
  try {
    for (const file of ['package.json', 'package-lock.json'])
      writeFileSync(join(folder, file), git('show', `${commit}:${file}`));
    const words = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
    execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 2, 2] });
    const listed = execFileSync('npm', ['ls', '--all', '--omit=dev', '--parseable'], { cwd: folder, encoding: 'utf8' });
    // The first line is the folder itself.
    const packages = new Set(listed.trim().split('\n').slice(1)).size;
    const [hash = '', date = ''] = git('log', '-1', '--format=%h %cs', commit).trim().split(' ');
    return { commit: hash, date, mcp: mcpPackage(folder), packages, bytes: bytesBelow(join(folder, 'node_modules')) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The package that implements MCP. Its first version had further dependencies. */
function mcpPackage(folder: string): string {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const found = Object.entries(dependencies).find(([name]) => name.startsWith('@modelcontextprotocol/'));
  return found === undefined ? 'none' : found.join(' ');
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

const installs = commits.map(measure);
for (const { commit, packages, bytes } of installs)
  console.log(`${commit}: ${packages} packages, ${(bytes / 1e6).toFixed(0)} MB`);
if (values.write) writePage({ installs });
