/**
 * Tests a fleet under load and faults on this machine: `bin/osharm-node tools/soak/fleet.ts [--small] [--runs 10000]
 * [--workers 6] [--kills 1000] …`
 *
 * Workers are processes with the real queue, loop, commit and store. Runs are simulated (50 to 500 ms, five model calls
 * of which 30 % fail). Workers are killed (-9) and paused beyond their lease, the database crashes and restarts, and
 * the store fails. Checks that every run is committed once and published, that published results are the committed
 * ones, that late results are discarded, and that spending never exceeds the cap. After `--minutes` faults stop and the
 * remaining runs finish. Every wait has a deadline. `--small`: 400 runs, 20 kills, a minute. Exits with 1 if a check
 * fails.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { QueueDatabase } from '../../packages/fleet/src/queue/database.ts';
import { PostgresQueue } from '../../packages/fleet/src/queue/postgres-queue.ts';
import { submitSweep } from '../../packages/fleet/src/queue/submit.ts';
import { manifestHash, manifestOf } from '../../packages/fleet/src/store/manifest.ts';
import { PostgresServer } from '../../packages/fleet/test/postgres-server.ts';
import type { FleetWorkerOptions } from './fleet-worker.ts';

const { values } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    runs: { type: 'string' },
    workers: { type: 'string' },
    parallel: { type: 'string' },
    kills: { type: 'string' },
    stops: { type: 'string' },
    restarts: { type: 'string' },
    minutes: { type: 'string' },
    postgres: { type: 'string', default: 'debian' },
  },
});
const usual = values.small
  ? { runs: 400, workers: 3, parallel: 6, kills: 20, stops: 1, restarts: 1, minutes: 2, quiet: 30, waiting: 5000 }
  : {
      runs: 10_000,
      workers: 6,
      parallel: 8,
      kills: 1000,
      stops: 10,
      restarts: 5,
      minutes: 20,
      quiet: 200,
      waiting: 100_000,
    };
const size = (name: 'runs' | 'workers' | 'parallel' | 'kills' | 'stops' | 'restarts' | 'minutes'): number =>
  Number(values[name] ?? usual[name]);
const wanted = {
  runs: size('runs'),
  workers: size('workers'),
  parallel: size('parallel'),
  kills: size('kills'),
  stops: size('stops'),
  restarts: size('restarts'),
};
/** When faults stop. Set when they start. */
let endsAt = 0;
/** Seconds without a heartbeat: pg-boss's minimum. */
const expirySeconds = 10;
const restMinutes = 4;
const quietMinutes = 5;
const exitMinutes = 2;
const callUsd = 0.01;
/** Five calls, each retried until it succeeds: 7.1 on average, exceeding this in one of millions. */
const runUsd = 24 * callUsd;

const signal = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), 'osharm-fleet-'));
const results = join(folder, 'results');
const figures = join(folder, 'figures');
mkdirSync(figures);
const server = await PostgresServer.start(values.postgres === 'npm' ? 'npm' : 'debian');
const faults: string[] = [];
try {
  await main();
} finally {
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults.slice(0, 20)) process.stdout.write(`FAULT: ${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function main(): Promise<void> {
  const flat = await claimCosts();
  const quiet = await quietOverheads();
  const url = await server.createDatabase('fleet');
  const database = await QueueDatabase.open(url, { supervises: true });
  // 1.5 times the cost of all runs without faults, so that lost workers' shares come close to it.
  const capUsd = wanted.runs * 7.15 * callUsd * 1.5 + wanted.kills * wanted.parallel * runUsd;
  const start = performance.now();
  await submitSweep(
    database,
    {
      name: 'load',
      flags: {},
      results,
      version: '0',
      image: null,
      suiteHash: '',
      priority: 1,
      capUsd,
      runUsd,
      callUsd,
    },
    Array.from({ length: wanted.runs }, (_, n) => ({
      key: `run-${n}`,
      label: `os/run-${n}`,
      path: `p/o/m/os/run-${n}`,
    })),
    { expirySeconds, lostWorkersLimit: 50 },
  );
  const enqueueMs = performance.now() - start;
  const began = performance.now();
  const done = await withFaults(url, database, capUsd);
  const seconds = (performance.now() - began) / 1000;
  await check(database, capUsd);
  await database.close();
  const overheads = overheadsIn(figures);
  const rows: [string, string][] = [
    ['Runs committed, each once', `${wanted.runs}`],
    ['Workers × runs at a time', `${wanted.workers} × ${wanted.parallel}`],
    ['Killed with -9', `${done.kills}`],
    ['Stopped beyond the lease', `${done.stops}`],
    ['Crashes of the database', `${done.restarts}`],
    ['Attempts', `${done.attempts}`],
    ['Attempts that were fenced or expired', `${done.lost}`],
    ['Spent of the cap', `$${spent().toFixed(2)} of $${capUsd.toFixed(2)}`],
    ['Runs a second, faults included', (wanted.runs / seconds).toFixed(1)],
    ['Queue and commit, ms a run without faults, one at a time: p50, p95', quiet],
    ['The same through all faults: p50, p95', `${quantile(overheads, 0.5)}, ${quantile(overheads, 0.95)}`],
    ['Submitting all runs', `${Math.round(enqueueMs)} ms`],
    [`One claim, ms p50: 1,000 waiting, ${usual.waiting.toLocaleString('en')} waiting`, flat.join(', ')],
  ];
  for (const [name, value] of rows) process.stdout.write(`| ${name} | ${value} |\n`);
  process.stdout.write(
    `${wanted.runs} runs committed once each through ${done.kills} kills, ${done.stops} stops, ${done.restarts} crashes of the database; ` +
      `${faults.length} faults; ${quiet} ms of queue and commit a run (p50, p95)\n`,
  );
}

async function claimCosts(): Promise<string[]> {
  const medians: string[] = [];
  for (const waiting of [1000, usual.waiting]) {
    const database = await QueueDatabase.open(await server.createDatabase(`flat_${waiting}`), { supervises: false });
    await submitSweep(
      database,
      {
        name: 'flat',
        flags: {},
        results,
        version: '0',
        image: null,
        suiteHash: '',
        priority: 1,
        capUsd: null,
        runUsd: 0,
        callUsd: 0,
      },
      Array.from({ length: waiting }, (_, n) => ({ key: `run-${n}`, label: `${n}`, path: `${n}` })),
    );
    await database.query('ANALYZE');
    const queue = new PostgresQueue(database, { worker: 'w', kind: 'run', untilDone: true });
    const took: number[] = [];
    for (let n = 0; n < 200; n += 1) {
      const start = performance.now();
      const claim = await queue.claim(signal);
      took.push(performance.now() - start);
      await claim?.close();
    }
    medians.push(quantile(took, 0.5));
    await database.close();
  }
  return medians;
}

/** Queue and commit time with one worker, 10,000 waiting runs and no faults: p50 and p95 in milliseconds. */
async function quietOverheads(): Promise<string> {
  const url = await server.createDatabase('quiet');
  const database = await QueueDatabase.open(url, { supervises: false });
  const place = join(folder, 'quiet');
  mkdirSync(place);
  await submitSweep(
    database,
    {
      name: 'quiet',
      flags: {},
      results: place,
      version: '0',
      image: null,
      suiteHash: '',
      priority: 1,
      capUsd: 1_000_000,
      runUsd,
      callUsd,
    },
    Array.from({ length: 10_000 }, (_, n) => ({ key: `run-${n}`, label: `${n}`, path: `p/${n}` })),
  );
  const options: FleetWorkerOptions = {
    name: 'quiet',
    url,
    results: place,
    figures: place,
    parallel: 1,
    body: [50, 500],
    callUsd,
    failingCalls: 0,
    failingStore: 0,
  };
  const child = startWorker(options);
  const committed = async (): Promise<number> =>
    Number((await database.query('SELECT count(*)::int AS runs FROM osharm.result'))[0]?.runs);
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-2000);
  });
  const deadline = Date.now() + quietMinutes * 60_000;
  while (child.exitCode === null && Date.now() < deadline && (await committed()) < usual.quiet) await sleep(500);
  const done = await committed();
  if (done < usual.quiet)
    faults.push(`Without faults, ${done} of ${usual.quiet} runs were committed: exit ${child.exitCode}, ${stderr}`);
  child.kill('SIGKILL');
  await database.close();
  const overheads = overheadsIn(place);
  return `${quantile(overheads, 0.5)}, ${quantile(overheads, 0.95)}`;
}

function startWorker(options: FleetWorkerOptions): ChildProcess {
  return spawn(
    fileURLToPath(new URL('../../bin/osharm-node', import.meta.url)),
    [fileURLToPath(new URL('fleet-worker.ts', import.meta.url)), JSON.stringify(options)],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
}

function overheadsIn(place: string): number[] {
  return (
    readdirSync(place)
      .filter((name) => name.endsWith('.times'))
      .flatMap((name) => readFileSync(join(place, name), 'utf8').trim().split('\n'))
      // A killed worker may leave a truncated line.
      .filter((line) => /^[\d.]+ [\d.]+$/.test(line))
      .map((line) => line.split(' ').reduce((sum, ms) => sum + Number(ms), 0))
  );
}

async function withFaults(
  url: string,
  database: QueueDatabase,
  capUsd: number,
): Promise<Record<'kills' | 'stops' | 'restarts' | 'attempts' | 'lost', number>> {
  const workers = new Map<string, ChildProcess>();
  let [kills, stops, restarts] = [0, 0, 0];
  let started = 0;
  let failed = 0;
  const begin = (): void => {
    started += 1;
    const name = `worker-${started}`;
    const options: FleetWorkerOptions = {
      name,
      url,
      results,
      figures,
      parallel: wanted.parallel,
      body: [50, 500],
      callUsd,
      failingCalls: 0.3,
      failingStore: 0.02,
    };
    const child = startWorker(options);
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2000);
    });
    child.once('exit', (code, how) => {
      workers.delete(name);
      // A worker that starts while the database is down exits and is restarted, as by systemd.
      const isEarly = output.includes('queue-unreachable') && restarts > 0;
      if (how !== 'SIGKILL' && code !== 0 && !isEarly) {
        failed += 1;
        if (failed <= 5) faults.push(`${name} ended with ${code}: ${output}`);
      }
    });
    workers.set(name, child);
  };
  const anyone = (): ChildProcess | undefined => [...workers.values()][Math.floor(Math.random() * workers.size)];
  const left = async (): Promise<number> => {
    const [row] = await database.throughOutages(() =>
      database.query(`SELECT count(*)::int AS left FROM osharm.run WHERE state IN ('waiting', 'running')`),
    );
    return Number(row?.left);
  };
  const resumed: Promise<void>[] = [];
  endsAt = Date.now() + size('minutes') * 60_000;
  let waiting = await left();
  let lookedAt = 0;
  while (waiting > 0) {
    while (workers.size < wanted.workers && failed < 20) begin();
    if (failed >= 20) break;
    if (Date.now() > endsAt + restMinutes * 60_000) {
      faults.push(`${waiting} runs are left after all the time.`);
      for (const child of workers.values()) child.kill('SIGKILL');
      break;
    }
    await sleep(200 + Math.random() * 200);
    const share = 1 - waiting / wanted.runs;
    const isTime = Date.now() < endsAt;
    while (isTime && kills < wanted.kills && kills / wanted.kills < share) {
      const victim = anyone();
      if (victim === undefined) break;
      const ended = once(victim, 'exit');
      victim.kill('SIGKILL');
      await ended;
      kills += 1;
      begin();
      await sleep(20);
    }
    if (isTime && stops < wanted.stops && stops / wanted.stops < share) {
      const victim = anyone();
      stops += 1;
      victim?.kill('SIGSTOP');
      resumed.push(sleep((expirySeconds + 15) * 1000).then(() => void victim?.kill('SIGCONT')));
    }
    if (isTime && restarts < wanted.restarts && (restarts + 0.5) / wanted.restarts < share) {
      restarts += 1;
      await server.halt('immediate');
      await sleep(1000);
      await server.resume();
    }
    waiting = await left();
    if (spent() > capUsd) faults.push(`$${spent()} was spent, and the cap is $${capUsd}.`);
    if (Date.now() - lookedAt > 10_000) {
      lookedAt = Date.now();
      process.stderr.write(
        `${waiting} left, ${kills} kills, ${stops} stops, ${restarts} crashes, $${spent().toFixed(2)}\n`,
      );
    }
  }
  await Promise.all(resumed);
  // Workers that resume late are fenced and exit.
  await Promise.all([...workers].map(([name, child]) => exited(name, child)));
  const [row] = await database.query(
    `SELECT count(*)::int AS attempts, count(*) FILTER (WHERE ended IN ('expired', 'fenced'))::int AS lost FROM osharm.attempt`,
  );
  return { kills, stops, restarts, attempts: Number(row?.attempts), lost: Number(row?.lost) };
}

async function exited(name: string, child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  const late = sleep(exitMinutes * 60_000, 'late', { ref: false });
  if ((await Promise.race([ended, late])) !== 'late') return;
  faults.push(`${name} had not ended ${exitMinutes} minutes after the last run.`);
  child.kill('SIGKILL');
  await ended;
}

function spent(): number {
  const books = readdirSync(figures).filter((name) => name.endsWith('.money'));
  return (
    books.reduce((sum, name) => sum + readFileSync(join(figures, name), 'utf8').split('\n').length - 1, 0) * callUsd
  );
}

async function check(database: QueueDatabase, capUsd: number): Promise<void> {
  const rows = await database.query(
    `SELECT run.key, run.path, run.state, result.attempt, result.manifest, result.published_at
     FROM osharm.run LEFT JOIN osharm.result USING (sweep, key)`,
  );
  if (rows.length !== wanted.runs) faults.push(`${rows.length} runs are in the queue.`);
  for (const { key, path, state, attempt, manifest, published_at: published } of rows) {
    const directory = join(results, String(path));
    if (state !== 'committed' || attempt === null || published === null) {
      faults.push(`${key} is ${state}, attempt ${attempt}, published ${published}.`);
      continue;
    }
    if (!existsSync(join(directory, 'result.txt'))) faults.push(`${key} has no result.txt.`);
    const attemptFile = JSON.parse(readFileSync(join(directory, 'attempt.json'), 'utf8')) as { attempt: number };
    if (attemptFile.attempt !== attempt)
      faults.push(`${key} shows attempt ${attemptFile.attempt}, and ${attempt} was committed.`);
    if (manifestHash(await manifestOf(directory)) !== manifest) faults.push(`${key} is not what was committed.`);
  }
  const seen = (readdirSync(results, { recursive: true }) as string[]).filter((path) => path.endsWith('result.txt'));
  if (seen.length !== wanted.runs) faults.push(`${seen.length} results are seen of ${wanted.runs}.`);
  const late = existsSync(`${results}.incomplete`)
    ? (readdirSync(`${results}.incomplete`, { recursive: true }) as string[]).filter((path) =>
        path.endsWith('result.txt'),
      )
    : [];
  if (late.length > 0) faults.push(`${late.length} late attempts have a result.txt.`);
  const [books] = await database.query('SELECT spent_usd FROM osharm.sweep');
  if (spent() > Number(books?.spent_usd) + 1e-6)
    faults.push(`$${spent()} was spent, and the books say $${books?.spent_usd}.`);
  if (Number(books?.spent_usd) > capUsd + 1e-6)
    faults.push(`The books say $${books?.spent_usd}, and the cap is $${capUsd}.`);
}

function quantile(values: readonly number[], q: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) * q)] ?? Number.NaN).toFixed(1);
}
