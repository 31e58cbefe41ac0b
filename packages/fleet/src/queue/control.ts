import { UsageError } from 'osharm';
import type { QueueDatabase, Transaction } from './database.ts';
import { jobQueue, type RunKind } from './submit.ts';

const runStates = ['waiting', 'running', 'committed', 'failed', 'cancelled'] as const;

/** A sweep in the queue, with its progress. */
export interface SweepOverview {
  name: string;
  state: 'open' | 'paused' | 'cancelled';
  priority: number;
  parallel: number | null;
  createdAt: Date;
  results: string;
  runs: Record<(typeof runStates)[number], number>;
  /** Judgments that call a model; all 0 if the sweep has no judges. */
  judgments: Record<(typeof runStates)[number], number>;
  capUsd: number | null;
  spentUsd: number;
  runUsd: number;
}

const countsOf = (kind: RunKind): string => {
  const counts = runStates.map(
    (state) => `'${state}', count(*) FILTER (WHERE r.kind = '${kind}' AND r.state = '${state}')`,
  );
  return `json_build_object(${counts.join(', ')})`;
};
export const overviewColumns = `s.name, s.state, s.priority, s.parallel, s.created_at AS "createdAt", s.results,
    s.cap_usd AS "capUsd", s.spent_usd AS "spentUsd", s.run_usd AS "runUsd",
    ${countsOf('run')} AS runs, ${countsOf('judge')} AS judgments`;

export async function listSweeps(database: QueueDatabase): Promise<SweepOverview[]> {
  await failLostRuns(database);
  const rows = await database.query(
    `SELECT ${overviewColumns} FROM osharm.sweep s LEFT JOIN osharm.run r ON r.sweep = s.name
     GROUP BY s.name ORDER BY s.created_at`,
  );
  return rows as unknown as SweepOverview[];
}

/** The latest thumbnail (WebP) of a running attempt, or null. */
export async function attemptPicture(
  database: QueueDatabase,
  { sweep, key, attempt }: { sweep: string; key: string; attempt: number },
): Promise<Buffer | null> {
  const [row] = await database.query(
    'SELECT picture FROM osharm.attempt WHERE sweep = $1 AND key = $2 AND attempt = $3 AND ended_at IS NULL',
    [sweep, key, attempt],
  );
  return (row?.picture as Buffer | null | undefined) ?? null;
}

/** Stops new claims. Running attempts continue. */
export async function pauseSweep(database: QueueDatabase, name: string): Promise<void> {
  await setState(database, name, 'paused');
}

export async function resumeSweep(database: QueueDatabase, name: string): Promise<void> {
  await setState(database, name, 'open');
}

/** Cancels the waiting runs and returns their number. Running attempts stop at their next heartbeat. */
export async function cancelSweep(database: QueueDatabase, name: string): Promise<number> {
  return database.transaction(async (transaction) => {
    await setState(transaction, name, 'cancelled');
    const cancelled = await transaction.query(
      `UPDATE osharm.run SET state = 'cancelled' WHERE sweep = $1 AND state = 'waiting' RETURNING 1 AS one`,
      [name],
    );
    return cancelled.length;
  });
}

/** Puts failed runs back into the queue, optionally only those with this error code or key. Returns their number. */
export async function retrySweep(
  database: QueueDatabase,
  name: string,
  { code, key }: { code?: string | undefined; key?: string | undefined } = {},
): Promise<number> {
  return database.transaction(async (transaction) => {
    await existing(transaction, name);
    const again = await transaction.query(
      `UPDATE osharm.run SET state = 'waiting', failures = 0, releases = 0, job = gen_random_uuid()
       WHERE sweep = $1 AND state = 'failed' AND ($2::text IS NULL OR error->>'code' = $2) AND ($3::text IS NULL OR key = $3)
       RETURNING key, kind, job`,
      [name, code ?? null, key ?? null],
    );
    for (const kind of ['run', 'judge'] as const) {
      const jobs = again
        .filter((run) => run.kind === kind)
        .map(({ key: queueKey, job }) => ({ id: String(job), data: { key: queueKey } }));
      if (jobs.length > 0) await database.boss.insert(jobQueue(name, kind), jobs, { db: transaction });
    }
    return again.length;
  });
}

export interface SweepLimits {
  capUsd?: number | undefined;
  parallel?: number | undefined;
  priority?: number | undefined;
}

export async function limitSweep(database: QueueDatabase, name: string, limits: SweepLimits): Promise<void> {
  const [changed] = await database.query(
    `UPDATE osharm.sweep SET cap_usd = coalesce($2, cap_usd), parallel = coalesce($3, parallel),
       priority = coalesce($4, priority) WHERE name = $1 RETURNING name`,
    [name, limits.capUsd ?? null, limits.parallel ?? null, limits.priority ?? null],
  );
  if (changed === undefined) throw unknownSweep(name);
}

/** Marks runs as failed if they lost too many workers and pg-boss gave up on their jobs. */
export async function failLostRuns(database: QueueDatabase): Promise<void> {
  await database.query(
    `UPDATE osharm.run SET state = 'failed', error = $1
     FROM osharm_jobs.job WHERE job.id = run.job AND job.state = 'failed' AND run.state IN ('waiting', 'running')`,
    [
      JSON.stringify({
        code: 'workers-lost',
        message: 'Every worker that executed this run was lost.',
        blame: 'harness',
        hint: 'Check whether it exhausts the machine’s memory or disk.',
        isRetryable: true,
      }),
    ],
  );
}

async function setState(database: Pick<Transaction, 'query'>, name: string, state: string): Promise<void> {
  const before = await existing(database, name);
  if (before === 'cancelled' && state !== 'cancelled')
    throw new UsageError(`The sweep ${name} was cancelled.`, {
      code: 'sweep-cancelled',
      hint: 'Submit it again under another name.',
    });
  await database.query('UPDATE osharm.sweep SET state = $2 WHERE name = $1', [name, state]);
}

async function existing(database: Pick<Transaction, 'query'>, name: string): Promise<string> {
  const [sweep] = await database.query('SELECT state FROM osharm.sweep WHERE name = $1 FOR UPDATE', [name]);
  if (sweep === undefined) throw unknownSweep(name);
  return String(sweep.state);
}

export function unknownSweep(name: string): UsageError {
  return new UsageError(`The queue has no sweep ${JSON.stringify(name)}.`, {
    code: 'sweep-unknown',
    hint: 'osharm fleet list lists the sweeps.',
  });
}

export async function setSweepBudget(
  database: QueueDatabase,
  name: string,
  { capUsd, runUsd, callUsd }: { capUsd: number | null; runUsd: number; callUsd: number },
): Promise<void> {
  await database.query('UPDATE osharm.sweep SET cap_usd = $2, run_usd = $3, call_usd = $4 WHERE name = $1', [
    name,
    capUsd,
    runUsd,
    callUsd,
  ]);
}

export async function committedPaths(database: QueueDatabase, name: string): Promise<string[]> {
  const rows = await database.query(`SELECT path FROM osharm.run WHERE sweep = $1 AND state = 'committed'`, [name]);
  return rows.map(({ path }) => String(path));
}
