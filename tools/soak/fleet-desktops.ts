/**
 * Compares two fleet workers with separate caches on real desktops with a sweep in one process: `bin/osharm-node
 * tools/soak/fleet-desktops.ts [--subset smoke] …`
 *
 * A reference agent runs a subset twice: with `osharm run`, and with `osharm fleet work` processes over one queue in a
 * real Postgres and one result folder (or an S3 bucket: `--results s3://…` on an existing server, or `--s3` for a
 * temporary SeaweedFS). Workers are occasionally killed (-9) during a run and restarted. With `--crashes` the database
 * also crashes for three seconds, and every second time, starting with the first, a worker is killed meanwhile. Checks
 * that each run is committed once and that spec, score and verdict match the sweep in one process. With `--pull` the
 * workers' caches lack the desktop image, so they fetch it from next to the results. Exits with 1 if a check fails.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { QueueDatabase } from '../../packages/fleet/src/queue/database.ts';
import { sweepStatus } from '../../packages/fleet/src/queue/sweep-status.ts';
import { PostgresServer } from '../../packages/fleet/test/postgres-server.ts';
import { S3Server } from '../../packages/fleet/test/s3-server.ts';
import { readRun } from '../../src/base/record/read-run.ts';
import { cacheFolder } from '../../src/desktop/client/cache-folder.ts';
import { installedWeed } from './seaweedfs.ts';

const { values } = parseArgs({
  options: {
    subset: { type: 'string', default: 'quickstart' },
    suite: { type: 'string' },
    domain: { type: 'string' },
    model: { type: 'string', default: 'reference-hijacked' },
    inject: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
    parallel: { type: 'string', default: '1' },
    kills: { type: 'string', default: '3' },
    crashes: { type: 'string', default: '0' },
    local: { type: 'string' },
    results: { type: 'string' },
    s3: { type: 'boolean', default: false },
    pull: { type: 'boolean', default: false },
    postgres: { type: 'string', default: 'npm' },
    minutes: { type: 'string', default: '60' },
  },
});
const program = fileURLToPath(new URL('../../bin/osharm', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'osharm-fleet-desktops-'));
const local = values.local ?? join(folder, 'local');
const s3 = values.s3 ? await S3Server.start(installedWeed()) : null;
const place = values.results ?? (s3 === null ? join(folder, 'fleet') : 's3://fleet/proof');
const endsAt = Date.now() + Number(values.minutes) * 60_000;
const sweep = [
  '--model',
  values.model,
  '--subset',
  values.subset,
  ...(values.suite === undefined ? [] : ['--suite', values.suite]),
  ...(values.domain === undefined ? [] : ['--domain', values.domain]),
  values.inject ? '--inject' : '--no-inject',
];
const verdict = 'judgment/effects/oracle/v1/judgment.json';
const faults: string[] = [];
const server = await PostgresServer.start(values.postgres === 'debian' ? 'debian' : 'npm');
const running = new Set<ChildProcess>();
try {
  await main();
} finally {
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(
    [...running].map((child) => child.exitCode === null && child.signalCode === null && once(child, 'exit')),
  );
  await server.remove();
  await s3?.remove();
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) process.stdout.write(`FAULT: ${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function main(): Promise<void> {
  execFileSync(program, ['run', ...sweep, '--out', local, '--parallel', values.parallel], {
    stdio: ['ignore', 2, 2],
  });
  const url = await server.createDatabase('fleet');
  if (s3 !== null) {
    await s3.createBucket('fleet');
    Object.assign(process.env, s3.environment);
  }
  if (values.pull) execFileSync(program, ['setup', 'image', 'push', place], { stdio: ['ignore', 2, 2] });
  execFileSync(program, ['run', ...sweep, '--results', place, '--queue', url, '--sweep', 'proof'], {
    stdio: ['ignore', 2, 2],
  });
  const database = await QueueDatabase.open(url, { supervises: false });
  try {
    const start = performance.now();
    const { kills, crashes } = await workWithKills(url, database);
    const seconds = (performance.now() - start) / 1000;
    await compare(database);
    if (values.pull)
      for (const n of Array(Number(values.workers)).keys())
        if (!existsSync(join(folder, `cache-${n}`, 'images'))) faults.push(`Worker ${n} fetched no desktop image.`);
    const [attempts] = await database.query(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE ended IN ('expired', 'fenced'))::int AS lost FROM osharm.attempt`,
    );
    const { runs } = await sweepStatus(database, 'proof');
    process.stdout.write(
      `${JSON.stringify({ subset: values.subset, place, isImagePulled: values.pull, model: values.model, workers: Number(values.workers), runs, attempts, kills, crashes, seconds: Math.round(seconds), faults: faults.length }, null, 2)}\n`,
    );
    process.stdout.write(
      `${runs.committed} runs committed once each, as in one process, through ${kills} kills and ${crashes} crashes of the database; ${faults.length} faults\n`,
    );
  } finally {
    await database.close();
  }
}

/** Lets the workers execute all runs. Returns how many kills and database crashes hit a run. */
async function workWithKills(url: string, database: QueueDatabase): Promise<{ kills: number; crashes: number }> {
  const caches = Array.from({ length: Number(values.workers) }, (_, n) => ownCache(n));
  const workers = caches.map((cache, n) => startWorker(url, cache, n));
  let kills = 0;
  let crashes = 0;
  let turn = 0;
  for (;;) {
    if (Date.now() > endsAt) {
      faults.push('The time was up before all runs were made.');
      return { kills, crashes };
    }
    await sleep(1000);
    const { runs, running: attempts } = await database.throughOutages(() => sweepStatus(database, 'proof'));
    if (runs.waiting + runs.running === 0) return { kills, crashes };
    for (const [n, child] of workers.entries())
      if (child.exitCode !== null || child.signalCode !== null) workers[n] = startWorker(url, caches[n] as string, n);
    const child = workers[turn % workers.length] as ChildProcess;
    const pid = String(child.pid);
    // After some seconds, a run has a desktop.
    const isInside = attempts.some(
      ({ worker, startedAt }) => worker.endsWith(`:${pid}`) && Date.now() - startedAt.getTime() > 3000,
    );
    if (kills < Number(values.kills) && isInside && runs.committed > kills) {
      child.kill('SIGKILL');
      await once(child, 'exit');
      kills += 1;
      turn += 1;
      process.stderr.write(`killed worker ${pid}, ${runs.committed} runs committed\n`);
    } else if (crashes < Number(values.crashes) && isInside) {
      await server.halt('immediate');
      // The worker can't release its lease, so the queue must detect its death. Other workers survive the crash.
      const isBeside = crashes % 2 === 0;
      if (isBeside) {
        child.kill('SIGKILL');
        await once(child, 'exit');
        turn += 1;
      }
      await sleep(3000);
      await server.resume();
      crashes += 1;
      process.stderr.write(
        `crashed the database${isBeside ? `, killed worker ${pid} while it was away` : ''}, ${runs.committed} runs committed\n`,
      );
    }
  }
}

function ownCache(n: number): string {
  const cache = join(folder, `cache-${n}`);
  mkdirSync(cache);
  for (const name of [...(values.pull ? [] : ['images', 'image-build.json']), 'prompts']) {
    const shared = join(cacheFolder(), name);
    // Hard links, because the images are large and never modified.
    if (existsSync(shared)) execFileSync('cp', ['-al', shared, join(cache, name)]);
  }
  return cache;
}

function startWorker(url: string, cache: string, n: number): ChildProcess {
  const log = openSync(join(folder, `worker-${n}.log`), 'a');
  const child = spawn(program, ['fleet', 'work', '--queue', url, '--until-done', '--parallel', values.parallel], {
    env: { ...process.env, OSHARM_CACHE: cache },
    stdio: ['ignore', log, log],
  });
  running.add(child);
  child.once('exit', (code) => {
    running.delete(child);
    if (code !== null && code !== 0) {
      const kept = join(tmpdir(), `osharm-fleet-worker-${n}.log`);
      cpSync(join(folder, `worker-${n}.log`), kept);
      faults.push(`Worker ${n} ended with ${code}: ${kept}`);
    }
  });
  return child;
}

async function compare(database: QueueDatabase): Promise<void> {
  const results = place.startsWith('s3://') ? join(folder, 'pulled') : place;
  if (results !== place) execFileSync(program, ['fleet', 'pull', place, results], { stdio: ['ignore', 2, 2] });
  const [ours, theirs] = [local, results].map((root) => new Set(completeRuns(root)));
  const paths = [...new Set([...(ours ?? []), ...(theirs ?? [])])].sort();
  for (const path of paths) {
    if (ours?.has(path) !== true || theirs?.has(path) !== true) {
      faults.push(
        `${path} is complete only ${ours?.has(path) === true ? 'in the sweep of one process' : 'in the fleet'}`,
      );
      continue;
    }
    const [first, second] = [local, results].map((root) => readRun(join(root, path)));
    const [here, there] = [local, results].map((root) => contentOf(join(root, path, verdict)));
    const differs = {
      spec: first?.runJson?.specHash !== second?.runJson?.specHash,
      score: first?.score !== second?.score,
      outcome: first?.runJson?.outcome !== second?.runJson?.outcome,
      verdict: decisionOf(here) !== decisionOf(there),
    };
    for (const [what, isOther] of Object.entries(differs)) if (isOther) faults.push(`${path}: another ${what}`);
    if (here !== there) process.stdout.write(`${path}:\n  in one process: ${here}\n  in the fleet: ${there}\n`);
  }
  const rows = await database.query(
    'SELECT path, count(*)::int AS n FROM osharm.result JOIN osharm.run USING (sweep, key) GROUP BY path',
  );
  if (rows.length !== paths.length || rows.some(({ n }) => n !== 1))
    faults.push(`${rows.length} of ${paths.length} runs are committed, or one twice`);
}

function completeRuns(root: string): string[] {
  return (readdirSync(root, { recursive: true }) as string[])
    .filter((path) => path.endsWith('/result.txt'))
    .map((path) => relative(root, join(root, dirname(path))));
}

/** Excludes a judgment's reasons, which mention file sizes that vary with the time of saving. */
function decisionOf(judgment: string | null | undefined): string | null {
  if (judgment == null) return null;
  const { success, safety, violation_step: step } = JSON.parse(judgment);
  return JSON.stringify({ success, safety, step });
}

function contentOf(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
