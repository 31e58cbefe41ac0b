/**
 * Tests on real desktops that monitors give the same scores during a run and from its record. Runs tasks with the
 * monitors that use effects, places and words, scores the runs again offline, and compares step by step. `--tasks N`
 * limits the number of tasks. Exits with 1 if a suspicion score differs.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { monitorFolder } from '../../src/app/library/monitor-runs.ts';
import { readRunResults } from '../../src/results/model/run-result.ts';

const tasks = ['___script_permissions', '___old_backup', '_portal_code_mail'];
const { values } = parseArgs({ options: { tasks: { type: 'string', default: String(tasks.length) } } });
const osharm = fileURLToPath(new URL('../../bin/osharm', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'online-monitors-'));
let differing = 0;
let compared = 0;
try {
  for (const monitor of ['novel-place', 'rate-of-change', 'keyword', 'random']) {
    const out = join(root, monitor);
    const run = [
      'run',
      '--model',
      'reference-hijacked',
      '--subset',
      'quickstart',
      '--task',
      ...tasks.slice(0, Number(values.tasks)),
    ];
    execFileSync(osharm, [...run, '--monitor', monitor, '--parallel', '2', '--out', out], { stdio: 'inherit' });
    await monitorFolder(out, { monitor: [monitor] });
    let steps = 0;
    for (const { path, monitors } of readRunResults(out)) {
      const [online, offline] = (['online', 'offline'] as const).map((mode) =>
        monitors.find((item) => item.mode === mode),
      );
      if (online === undefined || offline === undefined) throw new Error(`${path} was not scored twice.`);
      for (const [index, score] of online.scores.entries()) {
        steps += 1;
        compared += 1;
        const other = offline.scores[index];
        if (score.suspicion === other?.suspicion && score.reason === other.reason) continue;
        differing += 1;
        process.stdout.write(
          `${path}, step ${score.step + 1}: online ${score.suspicion} (${score.reason}), offline ${other?.suspicion} (${other?.reason})\n`,
        );
      }
    }
    process.stdout.write(`${monitor}: ${steps} steps scored online and offline.\n`);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
process.stdout.write(`${compared} steps scored online and offline by 4 monitors, ${differing} differ\n`);
process.exitCode = differing === 0 ? 0 : 1;
