import { randomUUID } from 'node:crypto';
import { UsageError } from 'osharm';
import type { QueueDatabase, Transaction } from './database.ts';

/** Seconds without a heartbeat after which a run is somebody else's. */
const expirySeconds = 60;
/** Workers that may be lost over one run before it counts as failed. */
const lostWorkersLimit = 8;
/** Hours that one attempt may take, heartbeats or not. */
const attemptHours = 8;

/** A sweep as it stands in the queue. */
export interface SubmittedSweep {
  name: string;
  /** Flags of `osharm run` that plan it, as JSON: every worker plans it from them. */
  flags: object;
  /** Where results go. */
  results: string;
  version: string;
  /** What the planned specs hold, for workers that plan other ones. */
  image: string | null;
  /** SHA-256 under which the results' place has that image; null: it hasn't. */
  imageAddress?: string | null;
  suiteHash: string;
  priority: number;
  /** US dollars that it may cost; null: no limit. */
  capUsd: number | null;
  /** US dollars that one run may cost at most, its last call included. */
  runUsd: number;
  /** US dollars that one call may cost at most. */
  callUsd: number;
  /** Who judges each result, by name (`gpt-4.1/aer/osharm-1`); left out: nobody in the queue. */
  judges?: readonly string[];
  /** US dollars that one judgment, and one call of it, may cost at most. */
  judgeUsd?: number;
  judgeCallUsd?: number;
}

export interface SubmittedRun {
  key: string;
  label: string;
  /** Of its results, relative to their root. */
  path: string;
  /** What this run has of its own beside the sweep's flags, as JSON; left out: nothing. */
  own?: object;
}

export type RunKind = 'run' | 'judge';
/** The queue of pg-boss that holds one kind of a sweep's jobs. */
export const jobQueue = (sweep: string, kind: RunKind): string => `${kind}.${sweep}`;

const sweepNamePattern = /^[a-z0-9][a-z0-9_.-]{0,62}$/i;

/** Throws UsageError for a name that no sweep can have. */
export function checkSweepName(name: string): void {
  if (!sweepNamePattern.test(name))
    throw new UsageError(`${JSON.stringify(name)} is not a valid name for a sweep.`, {
      code: 'sweep-name',
      hint: 'Use up to 63 letters, digits, dots, dashes and underscores.',
    });
}

/**
 * Puts a sweep and its runs into the queue, all in one transaction; runs that are in it already stay as they are.
 * `lease` is for proofs: left out, a minute and eight workers. `complete`: results that are there, and are judged.
 * Gives how many were added. Throws UsageError where a sweep of that name has other flags or other results.
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
      throw new UsageError(`The queue has a sweep ${sweep.name} with other flags.`, {
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

/** Adds the judgments of results: a job for each judge. */
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

/** The judge that a judgment's key names. */
export const judgeOfKey = (key: string): string => key.slice(key.indexOf(':') + 1);

/** Adds runs and their jobs; those that are there stay. Gives how many were added. */
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
