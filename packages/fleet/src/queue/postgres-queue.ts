import { setTimeout as sleep } from 'node:timers/promises';
import type { RunQueue } from 'osharm/queue';
import type { QueueDatabase, Transaction } from './database.ts';
import { PostgresClaim } from './postgres-claim.ts';
import { jobQueue, type RunKind } from './submit.ts';

/**
 * Turns a fetched job into an attempt and reserves the worst-case cost. Returns no row if the budget is used up, and a
 * row without `attempts` if the run was cancelled or has ended.
 */
const claimSql = (kind: RunKind): string => `
  WITH late AS (
    UPDATE osharm.attempt SET ended = 'expired', ended_at = now(), picture = NULL WHERE sweep = $1 AND key = $2 AND ended_at IS NULL
  ), wanted AS (
    SELECT FROM osharm.run WHERE sweep = $1 AND key = $2 AND state IN ('waiting', 'running')
  ), reserved AS (
    UPDATE osharm.sweep SET spent_usd = spent_usd + CASE WHEN EXISTS (SELECT FROM wanted) THEN ${kind}_usd ELSE 0 END
    WHERE name = $1 AND state = 'open' AND (cap_usd IS NULL OR spent_usd + ${kind}_usd <= cap_usd)
    RETURNING ${kind}_usd AS worst_usd, ${kind === 'run' ? 'call_usd' : 'judge_call_usd'} AS call_usd, cap_usd, flags, results, judges, image, image_address
  ), run AS (
    UPDATE osharm.run SET state = 'running', attempts = attempts + 1
    WHERE sweep = $1 AND key = $2 AND state IN ('waiting', 'running') AND EXISTS (SELECT FROM reserved)
    RETURNING attempts, path, label, own
  ), made AS (
    INSERT INTO osharm.attempt (sweep, key, attempt, worker, reserved_usd)
    SELECT $1, $2, attempts, $3, worst_usd FROM run, reserved
  )
  SELECT reserved.*, run.* FROM reserved LEFT JOIN run ON true`;

const pollMs = 1000;

export interface PostgresQueueOptions {
  worker: string;
  kind: RunKind;
  /** Whether to end when no more runs can be claimed, instead of waiting. */
  untilDone: boolean;
  heartbeatMs?: number;
  pollMs?: number;
}

/** Claims runs of all open sweeps. Prefers the sweep with the fewest running attempts for its priority. */
export class PostgresQueue implements RunQueue<PostgresClaim> {
  readonly #database: QueueDatabase;
  readonly #options: PostgresQueueOptions;

  constructor(database: QueueDatabase, options: PostgresQueueOptions) {
    this.#database = database;
    this.#options = options;
  }

  async claim(signal: AbortSignal): Promise<PostgresClaim | null> {
    while (!signal.aborted) {
      const claim = await this.#database.throughOutages(() => this.#next(), signal);
      if (claim !== null) return claim;
      if (this.#options.untilDone && !(await this.#database.throughOutages(() => this.#isMoreToCome(), signal)))
        return null;
      await sleep((this.#options.pollMs ?? pollMs) * (0.5 + Math.random()), undefined, { signal });
    }
    return null;
  }

  async #next(): Promise<PostgresClaim | null> {
    const sweeps = await this.#database.query(
      `SELECT name, parallel FROM (
         SELECT s.name, s.priority, s.parallel,
           (SELECT count(*) FROM osharm.attempt a JOIN osharm.run r USING (sweep, key)
            WHERE a.sweep = s.name AND a.ended_at IS NULL AND r.kind = $1) AS active
         FROM osharm.sweep s
         WHERE s.state = 'open' AND (s.cap_usd IS NULL OR s.spent_usd + s.${this.#options.kind}_usd <= s.cap_usd)
           -- One row by the index of what is left; as EXISTS it may be planned as a scan of all of it.
           AND (SELECT true FROM osharm.run r WHERE r.sweep = s.name AND r.state IN ('waiting', 'running') LIMIT 1)
       ) AS sweeps
       WHERE $1 = 'judge' OR parallel IS NULL OR active < parallel
       ORDER BY (active + 1) / priority, random()`,
      [this.#options.kind],
    );
    for (const { name, parallel } of sweeps) {
      const claim = await this.#claimFrom(String(name), this.#options.kind === 'run' && parallel !== null);
      if (claim !== null) return claim;
    }
    return null;
  }

  async #claimFrom(sweep: string, isLimited: boolean): Promise<PostgresClaim | null> {
    const { worker, kind } = this.#options;
    const queue = jobQueue(sweep, kind);
    for (;;) {
      const claimed = await this.#database
        .transaction(async (transaction) => {
          // The limit may have been reached since the sweeps were listed.
          if (isLimited && !(await hasRoom(transaction, sweep))) return null;
          const [job] = await this.#database.boss.fetch<{ key: string }>(queue, { db: transaction });
          if (job === undefined) return null;
          const { key } = job.data;
          // A single statement, because it locks the sweep's row, which all workers use, until the commit.
          const [attempt] = await transaction.query(claimSql(kind), [sweep, key, worker]);
          // Rolls back, which returns the job to the queue.
          if (attempt === undefined) throw new BudgetUsedUp();
          if (attempt.attempts === null) {
            await this.#database.boss.complete(queue, job, null, { db: transaction });
            return 'not-wanted' as const;
          }
          return { job, key, attempt };
        })
        .catch((error: unknown) => {
          if (error instanceof BudgetUsedUp) return null;
          throw error;
        });
      if (claimed === null) return null;
      if (claimed === 'not-wanted') continue;
      const { job, key, attempt } = claimed;
      return new PostgresClaim(this.#database, {
        sweep,
        key,
        attempt: Number(attempt.attempts),
        path: String(attempt.path),
        label: String(attempt.label),
        flags: attempt.flags as object,
        own: attempt.own as object | null,
        results: String(attempt.results),
        judges: kind === 'run' ? (attempt.judges as string[]) : [],
        image: textOrNull(attempt.image),
        imageAddress: textOrNull(attempt.image_address),
        limitUsd: attempt.cap_usd === null ? null : Number(attempt.worst_usd) - Number(attempt.call_usd),
        queue,
        job: { id: job.id, retryCount: job.retryCount },
        heartbeatMs: this.#options.heartbeatMs,
      });
    }
  }

  /** Whether more runs may become claimable: waiting runs, running ones that may return, or runs still to be added. */
  async #isMoreToCome(): Promise<boolean> {
    const { kind } = this.#options;
    const [left] = await this.#database.query(
      `SELECT FROM osharm.sweep s JOIN osharm.run r ON r.sweep = s.name
       WHERE s.state = 'open' AND (r.kind = $1 OR ($1 = 'judge' AND s.judges <> '[]'))
         AND (r.state = 'running' OR (r.state = 'waiting' AND (s.cap_usd IS NULL OR s.spent_usd + s.${kind}_usd <= s.cap_usd)))
       UNION ALL SELECT FROM osharm.sweep WHERE $1 = 'run' AND state = 'open' AND grows_until > now()
       LIMIT 1`,
      [kind],
    );
    if (left !== undefined || kind === 'run') return left !== undefined;
    // Publishing a result adds its judgments.
    const [unpublished] = await this.#database.query(
      `SELECT FROM osharm.result JOIN osharm.sweep s ON s.name = result.sweep
       WHERE published_at IS NULL AND s.state = 'open' AND s.judges <> '[]' LIMIT 1`,
    );
    return unpublished !== undefined;
  }
}

/** Whether the sweep's limit allows one more run. Locks the sweep's row, so that no other claim passes meanwhile. */
async function hasRoom(transaction: Transaction, sweep: string): Promise<boolean> {
  await transaction.query('SELECT FROM osharm.sweep WHERE name = $1 FOR UPDATE', [sweep]);
  const [room] = await transaction.query(
    `SELECT FROM osharm.sweep s WHERE s.name = $1 AND (s.parallel IS NULL OR s.parallel >
       (SELECT count(*) FROM osharm.attempt a JOIN osharm.run r USING (sweep, key)
        WHERE a.sweep = s.name AND a.ended_at IS NULL AND r.kind = 'run'))`,
    [sweep],
  );
  return room !== undefined;
}

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));

class BudgetUsedUp extends Error {}
