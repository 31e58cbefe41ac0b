/**
 * Tests sweeps with a full or read-only result folder: each must end with a message that names the folder and the fix,
 * leave no incomplete run marked as complete, and resume when there is space. Uses a temporary tmpfs; needs root.
 *
 *     bin/osharm-node tools/soak/full-results.ts [KiB left …]      (0 700 2500)
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EndedProgram, startProgram } from '../start-program.ts';

const program = fileURLToPath(new URL('../../bin/osharm', import.meta.url));
if (process.getuid?.() !== 0) {
  process.stdout.write('This machine lacks root: only root mounts a tmpfs.\n');
  process.exit(3);
}
const folder = mkdtempSync(join(tmpdir(), 'osharm-full-'));
const subset = join(folder, 'subset.json');
writeFileSync(subset, JSON.stringify({ os: ['___old_backup', '__release_tag'] }));

function sweep(results: string): Promise<EndedProgram> {
  const words = [
    'run',
    '--model',
    'reference-idle',
    '--no-inject',
    '--parallel',
    '1',
    '--subset',
    subset,
    '--max-steps',
    '4',
    '--out',
    results,
  ];
  return startProgram(program, [...words, '--logs', join(folder, 'logs')], { deadlineMs: 240_000 }).ended;
}

function torn(results: string): string[] {
  return globSync('**/result.txt', { cwd: results }).flatMap((file) => {
    const run = join(results, file, '..');
    try {
      for (const name of ['better_log.json', 'run.json']) JSON.parse(readFileSync(join(run, name), 'utf8'));
      return [];
    } catch (error) {
      return [`${run}: ${(error as Error).message}`];
    }
  });
}

let wrong = 0;
const expect = (isSo: boolean, words: string): void => {
  if (!isSo) wrong += 1;
  process.stdout.write(`${isSo ? 'ok    ' : 'FAILED'} ${words}\n`);
};
const last = (text: string): string => text.trim().split('\n').slice(-4).join(' | ').slice(0, 400);

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [0, 700, 2500];
for (const kibibytes of sizes) {
  const results = mkdtempSync(join(folder, `full-${kibibytes}-`));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', results]);
  try {
    const { bavail, bsize } = statfsSync(results);
    writeFileSync(join(results, 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - kibibytes * 1024)));
    const name = `with ${kibibytes} KiB left`;
    const full = await sweep(results);
    expect(full.code === 3 || full.code === 1, `${name}: exit ${full.code}`);
    expect(
      full.text.includes(results) && /full|space|room/i.test(full.text),
      `${name}: it says so: ${last(full.text)}`,
    );
    expect(!/fault of osharm|at .*\.ts:\d+/.test(full.text), `${name}: no fault of osharm`);
    expect(torn(results).length === 0, `${name}: no torn run ${torn(results).join()}`);
    rmSync(join(results, 'ballast'));
    const after = await sweep(results);
    const complete = globSync('**/result.txt', { cwd: results }).length;
    expect(
      after.code === 0 && complete === 2,
      `${name}: goes on with room: exit ${after.code}, ${complete} of 2 complete${after.code === 0 ? '' : `: ${last(after.text)}`}`,
    );
  } finally {
    execFileSync('umount', [results]);
  }
}

const results = mkdtempSync(join(folder, 'read-only-'));
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,ro', 'tmpfs', results]);
try {
  const { code, text } = await sweep(results);
  expect(code === 3 || code === 1 || code === 2, `read only: exit ${code}`);
  expect(text.includes(results) && /read.only|writ|EROFS/i.test(text), `read only: it says so: ${last(text)}`);
  expect(!/fault of osharm|at .*\.ts:\d+/.test(text), 'read only: no fault of osharm');
} finally {
  execFileSync('umount', [results]);
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(
  `${wrong === 0 ? 'All as it must be' : `${wrong} otherwise than it must be`}: full and read-only result folders\n`,
);
process.exitCode = wrong === 0 ? 0 : 1;
