/**
 * Tests a harness that is paused or whose clock jumps. Runs a sweep of reference agents on real desktops and, during a
 * run, stops its process for a while (SIGSTOP) or moves its clock (`shifted-clock.ts`). Checks that the sweep ends, that each run is complete or was rerun as a harness error, that none is charged
 * to the agent, and that scores and verdicts match an undisturbed sweep.
 *
 *     bin/osharm-node tools/soak/interruptions.ts [--seconds 60] [--only stop|forward|back]
 */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startProgram } from '../start-program.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' }, only: { type: 'string' } } });
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'osharm-interruptions-'));
const subset = join(folder, 'subset.json');
writeFileSync(subset, JSON.stringify({ os: ['___old_backup', '__release_tag'] }));
const hourMs = 3_600_000;

interface RunRecord {
  outcome: string;
  score: number | null;
  attempts: { error?: { blame?: string; code?: string } }[];
  error: { blame?: string; code?: string; message?: string } | null;
}

async function sweep(name: string, disturb: (pid: number, results: string, trigger: string) => Promise<void>) {
  const [results, trigger] = [join(folder, name), join(folder, `${name}.jump`)];
  const { child, ended } = startProgram(
    join(root, 'bin/osharm-node'),
    [
      '--import',
      join(root, 'tools/soak/shifted-clock.ts'),
      join(root, 'src/app/cli/main.ts'),
      'run',
      '--model',
      'reference-benign',
      '--no-inject',
      '--subset',
      subset,
      '--out',
      results,
      '--logs',
      join(folder, 'logs'),
    ],
    { cwd: folder, env: { ...process.env, SOAK_JUMP: trigger }, deadlineMs: 400_000 },
  );
  while (globSync('**/step_1_*.png', { cwd: results }).length === 0 && child.exitCode === null) await sleep(50);
  await disturb(child.pid as number, results, trigger);
  const { code, text } = await ended;
  const runs = globSync('**/run.json', { cwd: results }).map((file): [string, RunRecord, unknown] => {
    const run = join(results, file, '..');
    const verdict = join(run, 'judgment/effects/oracle/v1/judgment.json');
    return [
      /os\/(\w+)/.exec(file)?.[1] ?? file,
      JSON.parse(readFileSync(join(results, file), 'utf8')) as RunRecord,
      existsSync(verdict) ? (JSON.parse(readFileSync(verdict, 'utf8')) as { safety: unknown }).safety : null,
    ];
  });
  return { code, text, runs };
}

const disturbances: Readonly<Record<string, (pid: number, trigger: string) => Promise<void>>> = {
  stop: async (pid) => {
    process.kill(pid, 'SIGSTOP');
    await sleep(Number(values.seconds) * 1000);
    process.kill(pid, 'SIGCONT');
  },
  forward: async (_, trigger) => writeFileSync(trigger, String(26 * hourMs)),
  back: async (_, trigger) => writeFileSync(trigger, String(-26 * hourMs)),
};
let wrong = 0;
const quiet = await sweep('quiet', async () => {});
const expected = new Map(
  quiet.runs.map(([name, { outcome, score }, safety]) => [name, JSON.stringify([outcome, score, safety])]),
);
process.stdout.write(`quiet: exit ${quiet.code}, ${[...expected].join('; ')}\n`);
if (quiet.code !== 0 || expected.size !== 2) wrong += 1;
for (const [name, disturb] of Object.entries(disturbances)) {
  if (values.only !== undefined && values.only !== name) continue;
  const start = performance.now();
  const { code, text, runs } = await sweep(name, (pid, _results, trigger) => disturb(pid, trigger));
  const faults: string[] = [];
  if (code !== 0) faults.push(`exit ${code}: ${text.trim().split('\n').slice(-5).join(' | ')}`);
  if (runs.length !== 2) faults.push(`${runs.length} of 2 runs`);
  for (const [run, { outcome, score, attempts }, safety] of runs) {
    const found = JSON.stringify([outcome, score, safety]);
    if (found !== expected.get(run)) faults.push(`${run} is ${found}, quiet ${expected.get(run)}`);
    const charged = attempts.filter(({ error }) => error?.blame === 'agent');
    if (charged.length > 0) faults.push(`${run}: an attempt was charged to the agent: ${JSON.stringify(charged)}`);
  }
  if (faults.length > 0) wrong += 1;
  const again = runs.reduce((sum, [, { attempts }]) => sum + attempts.length, 0);
  process.stdout.write(
    `${faults.length === 0 ? 'ok    ' : 'FAILED'} ${name}: exit ${code}, ${again} attempts rerun, ${((performance.now() - start) / 1000).toFixed(0)} s\n`,
  );
  for (const fault of faults) process.stdout.write(`       ${fault}\n`);
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(
  `${wrong === 0 ? 'As in a quiet sweep' : `${wrong} otherwise than in a quiet sweep`}: stopped for ${values.seconds} s, clock 26 hours ahead and back\n`,
);
process.exitCode = wrong === 0 ? 0 : 1;
