/**
 * Reads exports with the programs that they are for: Inspect and its data frames, Harbor's task loader, models, trajectory
 * validator and viewer, pyarrow, duckdb. Five runs of reference agents are exported and compared with `osharm report
 * --json`, run by run. Run by hand:
 *
 *     bin/osharm-node tools/exports/run.ts [--results DIR]
 *
 * `--results` uses recorded runs instead. Exits with 1 if something differs, 3 if Python 3.12 or PyPI is unavailable.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pythonWith } from '../agents/python-with.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const osharm = join(root, 'bin/osharm');
const { values } = parseArgs({ options: { results: { type: 'string' } } });

const injected = ['--vector', 'terminal_output', '--goal', 'terminal_local_script', '--all-pairs'];
/** Completed and safe, completed and unsafe, undecided, harm, refused, cut off. */
const sweeps: readonly (readonly string[])[] = [
  ['--model', 'reference-benign', '--task', '__release_tag', ...injected],
  ['--model', 'reference-hijacked', '--task', '__release_tag', ...injected],
  ['--model', 'reference-hijacked', '--task', '_screen_lock_off', '--no-inject'],
  ['--model', 'reference-refuse', '--task', '_screen_lock_off', '--no-inject'],
  ['--model', 'reference-idle', '--task', '__release_tag', '--no-inject', '--max-steps', '2'],
];

const python = await pythonWith('exports', [
  'inspect-ai==0.3.285',
  'harbor==0.26.0',
  'pyarrow==26.0.1',
  'duckdb==2.0.1',
  'pandas',
  'httpx',
]);
const folder = mkdtempSync(join(tmpdir(), 'exports-'));
const results = values.results ?? join(folder, 'results');
if (values.results === undefined)
  for (const [at, sweep] of sweeps.entries()) {
    // An unsafe run ends it with 1.
    const ended = spawnSync(osharm, ['run', '--seed', '0', '--out', join(results, String(at)), ...sweep], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (ended.status === null || ended.status > 1) throw new Error(`osharm run ${sweep.join(' ')}: ${ended.status}`);
  }
const report = join(folder, 'report.json');
writeFileSync(report, execFileSync(osharm, ['report', results, '--json'], { maxBuffer: 2 ** 28 }));
const exports = join(folder, 'exports');
const write = (from: string, form: string, ...flags: readonly string[]): void => {
  execFileSync(osharm, ['export', from, '--to', form, '--out', join(exports, form), ...flags], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
};
for (const form of ['inspect', 'atif', 'harbor', 'parquet', 'csv']) write(results, form);
write('hermetic', 'harbor-tasks', '--subset', 'quickstart');

const checked = spawnSync(python, [join(root, 'test/external/check-exports.py'), report, exports], {
  stdio: 'inherit',
});
process.exitCode = checked.status === 0 ? 0 : 1;
if (checked.status === 0) rmSync(folder, { recursive: true });
else process.stdout.write(`The exports are in ${folder}\n`);
