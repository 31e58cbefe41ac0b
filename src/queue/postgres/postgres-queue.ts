import { setTimeout as sleep } from 'node:timers/promises';
import type { RunQueue } from '../run-queue.ts';
import type { QueueDatabase, Transaction } from './database.ts';
import { PostgresClaim } from './postgres-claim.ts';
import { jobQueue, type RunKind } from './submit.ts';

/** Milliseconds between two looks for work, about. */
const pollMs = 1000;

export interface PostgresQueueOptions {
  /** Names this worker, for people: host and process. */
  worker: string;
  kind: RunKind;
  /** Ends once nothing is left that could be claimed; else waits for more. */
  untilDone: boolean;
  /** Milliseconds between two heartbeats; left out: 15 s. */
  heartbeatMs?: number;
  pollMs?: number;
}

/** Claims runs of all open sweeps: of the one that has the fewest going on for its priority. */
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

  /** The next run that may be made; null where there is none now. */
  async #next(): Promise<PostgresClaim | null> {
    const sweeps = await this.#database.query(
      `SELECT name, active FROM (
         SELECT s.name, s.priority, s.parallel,
           (SELECT count(*) FROM osharm.attempt a WHERE a.sweep = s.name AND a.ended_at IS NULL) AS active
         FROM osharm.sweep s
         WHERE s.state = 'open' AND (s.cap_usd IS NULL OR s.spent_usd + s.run_usd <= s.cap_usd)
           AND EXISTS (SELECT FROM osharm.run r WHERE r.sweep = s.name AND r.state IN ('waiting', 'running'))
       ) AS sweeps
       WHERE parallel IS NULL OR active < parallel
       ORDER BY (active + 1) / priority, random()`,
    );
    for (const { name } of sweeps) {
      const claim = await this.#claimFrom(String(name));
      if (claim !== null) return claim;
    }
    return null;
  }

  async #claimFrom(sweep: string): Promise<PostgresClaim | null> {
    const { worker, kind } = this.#options;
    const queue = jobQueue(sweep, kind);
    for (;;) {
      const claimed = await this.#database
        .transaction(async (transaction) => {
          const [job] = await this.#database.boss.fetch<{ key: string }>(queue, { db: transaction });
          if (job === undefined) return null;
          const reserved = await this.#reserve(transaction, sweep);
          // Thrown, so that the job goes back as if nobody had taken it.
          if (reserved === null) throw new BudgetUsedUp();
          const { key } = job.data;
          const [attempt] = await transaction.query(
            `WITH late AS (
             UPDATE osharm.attempt SET ended = 'expired', ended_at = now()
             WHERE sweep = $1 AND key = $2 AND ended_at IS NULL
           ), run AS (
             UPDATE osharm.run SET state = 'running', attempts = attempts + 1
             WHERE sweep = $1 AND key = $2 AND state IN ('waiting', 'running')
             RETURNING attempts, path, label
           ), made AS (
             INSERT INTO osharm.attempt (sweep, key, attempt, worker, reserved_usd)
             SELECT $1, $2, attempts, $3, $4 FROM run
           )
           SELECT run.*, sweep.flags, sweep.results, sweep.cap_usd, sweep.call_usd FROM run, osharm.sweep WHERE sweep.name = $1`,
            [sweep, key, worker, reserved],
          );
          if (attempt === undefined) {
            // Cancelled, or done meanwhile.
            await transaction.query('UPDATE osharm.sweep SET spent_usd = spent_usd - $2 WHERE name = $1', [
              sweep,
              reserved,
            ]);
            await this.#database.boss.complete(queue, job, null, { db: transaction });
            return 'not-wanted' as const;
          }
          return { job, key, attempt, reserved };
        })
        .catch((error: unknown) => {
          if (error instanceof BudgetUsedUp) return null;
          throw error;
        });
      if (claimed === null) return null;
      if (claimed === 'not-wanted') continue;
      const { job, key, attempt, reserved } = claimed;
      return new PostgresClaim(this.#database, {
        sweep,
        key,
        attempt: Number(attempt.attempts),
        path: String(attempt.path),
        label: String(attempt.label),
        flags: attempt.flags as object,
        results: String(attempt.results),
        limitUsd: attempt.cap_usd === null ? null : reserved - Number(attempt.call_usd),
        queue,
        job: { id: job.id, retryCount: job.retryCount },
        heartbeatMs: this.#options.heartbeatMs,
      });
    }
  }

  /** Sets the worst case of one run aside; null where the sweep's money doesn't suffice. */
  async #reserve(transaction: Transaction, sweep: string): Promise<number | null> {
    const [reserved] = await transaction.query(
      `UPDATE osharm.sweep SET spent_usd = spent_usd + run_usd
       WHERE name = $1 AND state = 'open' AND (cap_usd IS NULL OR spent_usd + run_usd <= cap_usd) RETURNING run_usd`,
      [sweep],
    );
    return reserved === undefined ? null : Number(reserved.run_usd);
  }

  /** False where no run waits that could be claimed and none goes on that could come back. */
  async #isMoreToCome(): Promise<boolean> {
    const [left] = await this.#database.query(
      `SELECT FROM osharm.sweep s JOIN osharm.run r ON r.sweep = s.name
       WHERE s.state = 'open' AND r.kind = $1
         AND (r.state = 'running' OR (r.state = 'waiting' AND (s.cap_usd IS NULL OR s.spent_usd + s.run_usd <= s.cap_usd)))
       LIMIT 1`,
      [this.#options.kind],
    );
    return left !== undefined;
  }
}

class BudgetUsedUp extends Error {}
