/**
 * Measures the database cost of one fleet run: `bin/osharm-node lab/fleet/units.ts [--runs 500] [--heartbeats 9]
 * [--postgres debian]`
 *
 * Submits runs to a real Postgres, then claims each, sends its heartbeats (the first with a picture of ten kilobytes),
 * commits and publishes it, one at a time. Prints per run: transactions, bytes of write-ahead log, stored bytes, and
 * milliseconds of queue, commit and folder store. The figures are for docs/run/fleet.md; nothing is checked.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { QueueDatabase } from '../../packages/fleet/src/queue/database.ts';
import { PostgresQueue } from '../../packages/fleet/src/queue/postgres-queue.ts';
import { submitSweep } from '../../packages/fleet/src/queue/submit.ts';
import { FolderStore } from '../../packages/fleet/src/store/folder-store.ts';
import { fleetCommit, stagedName } from '../../packages/fleet/src/sweep/fleet-assignment.ts';
import { PostgresServer } from '../../packages/fleet/test/postgres-server.ts';
import type { FinishedAttempt } from '../../src/runs/sweep/execute-attempt.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '500' },
    heartbeats: { type: 'string', default: '9' },
    postgres: { type: 'string', default: 'npm' },
  },
});
const runs = Number(values.runs);
const heartbeats = Number(values.heartbeats);
const folder = mkdtempSync(join(tmpdir(), 'osharm-fleet-units-'));
const server = await PostgresServer.start(values.postgres === 'debian' ? 'debian' : 'npm');
try {
  const database = await QueueDatabase.open(await server.createDatabase('units'), { supervises: false });
  const started = performance.now();
  await submitSweep(
    database,
    {
      name: 'units',
      flags: {},
      results: folder,
      version: '0',
      image: null,
      suiteHash: '',
      priority: 1,
      capUsd: runs * 2,
      runUsd: 1,
      callUsd: 0.1,
    },
    Array.from({ length: runs }, (_, n) => ({ key: `run-${n}`, label: `os/${n}`, path: `x/y/m/os/${n}` })),
  );
  const submitMs = performance.now() - started;
  const before = await counters(database);
  const milliseconds: number[] = [];
  const queue = new PostgresQueue(database, { worker: 'units', kind: 'run', untilDone: true, heartbeatMs: 3_600_000 });
  const store = new FolderStore(join(folder, 'results'));
  const picture = randomBytes(10_000);
  for (let n = 0; n < runs; n += 1) {
    const claiming = performance.now();
    const claim = await queue.claim(new AbortController().signal);
    const claimMs = performance.now() - claiming;
    if (claim === null) throw new Error('There is nothing to claim.');
    const directory = store.workFolder(stagedName(claim));
    mkdirSync(directory, { recursive: true });
    for (const name of ['run.json', 'traj.jsonl', 'better_log.json'])
      writeFileSync(join(directory, name), '{}\n'.repeat(100));
    for (let step = 0; step < heartbeats; step += 1) {
      claim.progress({ step, costUsd: 0.1 }, step === 0 ? async () => picture : undefined);
      await claim.heartbeat();
    }
    const committing = performance.now();
    const finished = { result: { outcome: 'done' }, resultText: '1\n', writeResult() {} };
    await fleetCommit(claim, store, () => 0.5)(finished as unknown as FinishedAttempt);
    milliseconds.push(claimMs + performance.now() - committing);
    await claim.close();
  }
  const after = await counters(database);
  milliseconds.sort((a, b) => a - b);
  const perRun = (of: (counter: Counters) => number): number => Math.round((of(after) - of(before)) / runs);
  const at = (share: number): number => Math.round((milliseconds[Math.floor(runs * share)] ?? 0) * 10) / 10;
  process.stdout.write(
    `${JSON.stringify(
      {
        runs,
        heartbeats,
        submitMs: Math.round(submitMs),
        transactions: perRun((item) => item.transactions),
        walBytes: perRun((item) => item.walBytes),
        keptBytes: perRun((item) => item.keptBytes),
        overheadMs: { p50: at(0.5), p95: at(0.95) },
      },
      null,
      2,
    )}\n`,
  );
  await database.close();
} finally {
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
}

interface Counters {
  transactions: number;
  walBytes: number;
  keptBytes: number;
}

async function counters(database: QueueDatabase): Promise<Counters> {
  // A session reports its statistics when it ends or is idle.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const [row] = await database.query(
    `SELECT xact_commit::float AS transactions, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float AS "walBytes",
       pg_database_size(current_database())::float AS "keptBytes" FROM pg_stat_database WHERE datname = current_database()`,
  );
  return row as unknown as Counters;
}
