import { randomUUID } from 'node:crypto';
import { UsageError } from 'osharm';
import type { QueueDatabase, Transaction } from './database.ts';

/** A run without a heartbeat for this long goes to another worker. */
const expirySeconds = 60;
/** A run is marked failed after losing this many workers. */
const lostWorkersLimit = 8;
const attemptHours = 8;

export interface SubmittedSweep {
  name: string;
  /** The flags of `osharm run` as JSON, from which every worker plans the sweep. */
  flags: object;
  results: string;
  version: string;
  /** The desktop image in the planned specs, which workers must match. */
  image: string | null;
  /** SHA-256 of the image in the result store; null if the store lacks it. */
  imageAddress?: string | null;
  suiteHash: string;
  priority: number;
  capUsd: number | null;
  /** Worst-case cost of one run, including its last call. */
  runUsd: number;
  callUsd: number;
  /** Names of the judges (`gpt-4.1/aer/osharm-1`). Defaults to none. */
  judges?: readonly string[];
  judgeUsd?: number;
  judgeCallUsd?: number;
}

export interface SubmittedRun {
  key: string;
  label: string;
  path: string;
  /** Settings of this run in addition to the sweep's flags, as JSON. */
  own?: object;
}

export type RunKind = 'run' | 'judge';
export const jobQueue = (sweep: string, kind: RunKind): string => `${kind}.${sweep}`;

const sweepNamePattern = /^[a-z0-9][a-z0-9_.-]{0,62}$/i;

export function checkSweepName(name: string): void {
  if (!sweepNamePattern.test(name))
    throw new UsageError(`${JSON.stringify(name)} is not a valid name for a sweep.`, {
      code: 'sweep-name',
      hint: 'Use at most 63 letters, digits, dots, dashes and underscores.',
    });
}

/**
 * Adds a sweep and its runs to the queue in one transaction and returns the number of new runs. Runs that were added
 * before stay unchanged. The runs in `lease.complete` already have results and are only judged. Throws UsageError if a
 * sweep of that name has different flags or results.
 */
export async function submitSweep(
  database: QueueDatabase,
  sweep: SubmittedSweep,
  runs: readonly SubmittedRun[],
  lease: { expirySeconds?: number; lostWorkersLimit?: number; complete?: readonly SubmittedRun[] } = {},
): Promise<number> {
  for (const kind of ['run', 'judge'] as const)
    await database.boss.createQueue(jobQueue(sweep.name, kind), {
      retryLimit: lease.lostWorkersLimit ?? lostWorkersLimit,
      heartbeatSeconds: lease.expirySeconds ?? expirySeconds,
      expireInSeconds: attemptHours * 3600,
      retentionSeconds: 365 * 86_400,
    });
  return database.transaction(async (transaction) => {
    await transaction.query(
      `INSERT INTO osharm.sweep (name, flags, results, version, image, suite_hash, priority, cap_usd, run_usd, call_usd,
         judges, judge_usd, judge_call_usd, image_address)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       ON CONFLICT (name) DO UPDATE SET image_address = coalesce(EXCLUDED.image_address, sweep.image_address)`,
      [
        sweep.name,
        JSON.stringify(sweep.flags),
        sweep.results,
        sweep.version,
        sweep.image,
        sweep.suiteHash,
        sweep.priority,
        sweep.capUsd,
        sweep.runUsd,
        sweep.callUsd,
        JSON.stringify(sweep.judges ?? []),
        sweep.judgeUsd ?? 0,
        sweep.judgeCallUsd ?? 0,
        sweep.imageAddress ?? null,
      ],
    );
    const [there] = await transaction.query(
      'SELECT flags = $2::jsonb AND results = $3 AS same, state FROM osharm.sweep WHERE name = $1 FOR UPDATE',
      [sweep.name, JSON.stringify(sweep.flags), sweep.results],
    );
    if (there?.same !== true)
      throw new UsageError(`The queue already has a sweep ${sweep.name} with different flags.`, {
        code: 'sweep-name-taken',
        hint: 'Give this one another name: --sweep NAME.',
      });
    if (there.state === 'cancelled')
      throw new UsageError(`The sweep ${sweep.name} was cancelled.`, {
        code: 'sweep-cancelled',
        hint: 'Give it another name: --sweep NAME.',
      });
    await insertJudgments(database, transaction, { ...sweep, sweep: sweep.name }, lease.complete ?? []);
    return insertRuns(database, transaction, sweep.name, 'run', runs);
  });
}

export async function insertJudgments(
  database: QueueDatabase,
  transaction: Transaction,
  { sweep, judges = [] }: { sweep: string; judges?: readonly string[] },
  results: readonly SubmittedRun[],
): Promise<void> {
  const judgments = judges.flatMap((judge) =>
    results.map(({ key, label, path }) => ({ key: judgmentKey(key, judge), label: `${label} by ${judge}`, path })),
  );
  if (judgments.length > 0) await insertRuns(database, transaction, sweep, 'judge', judgments);
}

const judgmentKey = (key: string, judge: string): string => `${key}:${judge}`;

export const judgeOfKey = (key: string): string => key.slice(key.indexOf(':') + 1);

/** Adds runs and their jobs, and returns the number of new ones. Existing runs stay unchanged. */
export async function insertRuns(
  { boss }: QueueDatabase,
  transaction: Parameters<Parameters<QueueDatabase['transaction']>[0]>[0],
  sweep: string,
  kind: RunKind,
  runs: readonly SubmittedRun[],
): Promise<number> {
  const jobs = new Map(runs.map((run) => [run.key, randomUUID()]));
  const added = await transaction.query(
    `INSERT INTO osharm.run (sweep, kind, key, label, path, job, own)
     SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::text[], $6::uuid[], $7::jsonb[])
     ON CONFLICT (sweep, key) DO NOTHING RETURNING key, job`,
    [
      sweep,
      kind,
      runs.map((run) => run.key),
      runs.map((run) => run.label),
      runs.map((run) => run.path),
      runs.map((run) => jobs.get(run.key)),
      runs.map((run) => (run.own === undefined ? null : JSON.stringify(run.own))),
    ],
  );
  if (added.length > 0)
    await boss.insert(
      jobQueue(sweep, kind),
      added.map(({ key, job }) => ({ id: String(job), data: { key } })),
      { db: transaction },
    );
  return added.length;
}
