import { randomUUID } from 'node:crypto';
import type { OsharmError } from 'osharm';
import type { RunClaim, RunCommit, RunProgress, WithoutResult } from 'osharm/queue';
import { affected, isOutage, type QueueDatabase, type Transaction } from './database.ts';
import { markPublished } from './publish-left.ts';

const usualHeartbeatMs = 15_000;
const failuresLimit = 2;
/** A run is marked failed after its workers failed this many times in a row before it began. */
const releasesLimit = 3;
/** Delay before a retry, because the failure may be temporary. */
const againAfterSeconds = 30;

/**
 * Stores the result and replaces the reservation with the cost. A single statement, because it locks the sweep's row.
 */
const commitSql = `
  WITH result AS (
    -- What isn't staged anywhere has nothing to publish.
    INSERT INTO osharm.result (sweep, key, attempt, manifest, outcome, result_text, staged, cost_usd, published_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, CASE WHEN $7 = '' THEN now() END)
  ), run AS (
    UPDATE osharm.run SET state = 'committed', error = NULL WHERE sweep = $1 AND key = $2
  ), attempt AS (
    UPDATE osharm.attempt SET ended = 'committed', ended_at = now(), cost_usd = $8, staged = $7, is_settled = true, picture = NULL
    WHERE sweep = $1 AND key = $2 AND attempt = $3 AND NOT is_settled RETURNING reserved_usd
  )
  UPDATE osharm.sweep SET spent_usd = spent_usd + $8 - attempt.reserved_usd FROM attempt WHERE name = $1`;

interface ClaimedRun {
  sweep: string;
  key: string;
  attempt: number;
  path: string;
  label: string;
  own: object | null;
  flags: object;
  results: string;
  judges: readonly string[];
  image: string | null;
  imageAddress: string | null;
  limitUsd: number | null;
  queue: string;
  /** `retryCount` distinguishes this attempt from later ones of the same job. */
  job: { id: string; retryCount: number };
  heartbeatMs?: number | undefined;
}

/** A run claimed from Postgres. Sends heartbeats until it is closed; aborts `lost` if a newer attempt replaces it. */
export class PostgresClaim implements RunClaim {
  readonly sweep: string;
  readonly key: string;
  readonly attempt: number;
  readonly path: string;
  readonly label: string;
  /** Settings of this run in addition to the sweep's flags. */
  readonly own: object | null;
  readonly flags: object;
  readonly results: string;
  /** The sweep's desktop image; null if each machine uses its own. */
  readonly image: string | null;
  /** SHA-256 of the image in the result store; null if the store lacks it. */
  readonly imageAddress: string | null;
  /** Cost in US dollars after which the attempt must not start another call; null for no limit. */
  readonly limitUsd: number | null;
  readonly lost: AbortSignal;
  readonly #lost = new AbortController();
  readonly #database: QueueDatabase;
  readonly #run: ClaimedRun;
  readonly #timer: NodeJS.Timeout;
  #progress: RunProgress = { step: null, costUsd: 0 };
  #picture: (() => Promise<Buffer | null>) | null = null;
  #isEnded = false;
  #fault: unknown = null;
  #beat: Promise<void> = Promise.resolve();

  constructor(database: QueueDatabase, run: ClaimedRun) {
    this.#database = database;
    this.#run = run;
    ({
      sweep: this.sweep,
      key: this.key,
      attempt: this.attempt,
      path: this.path,
      label: this.label,
      own: this.own,
      flags: this.flags,
      results: this.results,
      image: this.image,
      imageAddress: this.imageAddress,
      limitUsd: this.limitUsd,
    } = run);
    this.lost = this.#lost.signal;
    this.#timer = setInterval(() => {
      this.#beat = this.#beat.then(() => this.heartbeat());
    }, run.heartbeatMs ?? usualHeartbeatMs);
  }

  progress(progress: RunProgress, picture?: () => Promise<Buffer | null>): void {
    this.#progress = progress;
    this.#picture = picture ?? null;
  }

  /** Reports that the attempt is alive, with its progress. Failed heartbeats are ignored during outages. */
  async heartbeat(): Promise<void> {
    if (this.#isEnded || this.lost.aborted) return;
    const { queue, job } = this.#run;
    try {
      const isHeld = affected(await this.#database.boss.touch(queue, job, { db: this.#database })) === 1;
      const [row] = await this.#database.query(
        `UPDATE osharm.attempt SET seen_at = now(), step = $4, cost_usd = $5, picture = coalesce($6, picture)
         WHERE sweep = $1 AND key = $2 AND attempt = $3 AND ended_at IS NULL
         RETURNING (SELECT state FROM osharm.sweep WHERE name = $1) AS state`,
        [...this.#name, this.#progress.step, this.#progress.costUsd, await this.#newPicture()],
      );
      if (this.#isEnded) return;
      if (!isHeld || row === undefined) this.#lost.abort(new Error('Another worker has this run.'));
      else if (row.state === 'cancelled') this.#lost.abort(new Error('The sweep was cancelled.'));
    } catch (error) {
      // The run continues during an outage. Any other error is a bug, which `close` throws.
      if (!isOutage(error)) this.#fault ??= error;
    }
  }

  async #newPicture(): Promise<Buffer | null> {
    const make = this.#picture;
    this.#picture = null;
    // Any fault: a picture is for those who watch, and the desktop may end while it is taken.
    return (await make?.().catch(() => null)) ?? null;
  }

  /** Stores the result and settles the cost in one transaction. False if another attempt took over or committed. */
  async commit(commit: RunCommit): Promise<boolean> {
    const isOurs = await this.#database.throughOutages(async () => {
      // A previous try may have committed before it lost the connection.
      const [there] = await this.#database.query('SELECT attempt FROM osharm.result WHERE sweep = $1 AND key = $2', [
        this.sweep,
        this.key,
      ]);
      if (there !== undefined) return there.attempt === this.attempt;
      return this.#transaction(async (transaction) => {
        if (!(await this.#complete(transaction))) return false;
        await transaction.query(commitSql, [
          ...this.#name,
          commit.manifest,
          commit.outcome,
          commit.resultText,
          commit.staged,
          commit.costUsd,
        ]);
        return true;
      });
    });
    if (!isOurs) await this.#fenced(commit.costUsd, commit.staged);
    this.#isEnded = true;
    return isOurs;
  }

  async published(): Promise<void> {
    await this.#database.throughOutages(() => markPublished(this.#database, this.#run));
  }

  async end(ending: WithoutResult & Pick<RunProgress, 'costUsd'>): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const isOurs = await this.#database.throughOutages(() =>
      this.#transaction(async (transaction) => {
        if (!(await this.#complete(transaction))) return false;
        if (ending.as === 'released') await this.#released(transaction, ending.fault);
        else await this.#failed(transaction, ending.error, ending.isFinal);
        await this.#settle(transaction, ending.as, ending.costUsd, null);
        return true;
      }),
    );
    if (!isOurs) await this.#fenced(ending.costUsd, null);
  }

  async close(): Promise<void> {
    this.#isEnded = true;
    clearInterval(this.#timer);
    await this.#beat;
    if (this.#fault !== null) throw this.#fault;
  }

  get #name(): [string, string, number] {
    return [this.sweep, this.key, this.attempt];
  }

  #transaction<T>(action: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#database.transaction(action);
  }

  async #complete(transaction: Transaction): Promise<boolean> {
    const { queue, job } = this.#run;
    return affected(await this.#database.boss.complete(queue, job, null, { db: transaction })) === 1;
  }

  /** Puts the run back unless its sweep was cancelled. Uses a new job, because pg-boss counts lost workers per job. */
  async #again(transaction: Transaction, afterSeconds: number): Promise<void> {
    const id = randomUUID();
    const [run] = await transaction.query(
      `UPDATE osharm.run SET job = $3, state = CASE sweep.state WHEN 'cancelled' THEN 'cancelled' ELSE 'waiting' END
       FROM osharm.sweep WHERE sweep.name = run.sweep AND run.sweep = $1 AND key = $2 RETURNING run.state`,
      [this.sweep, this.key, id],
    );
    if (run?.state !== 'waiting') return;
    await this.#database.boss.insert(this.#run.queue, [{ id, data: { key: this.key }, startAfter: afterSeconds }], {
      db: transaction,
    });
  }

  /** Puts the run back. After `releasesLimit` worker failures in a row before it begins, marks it as failed instead. */
  async #released(transaction: Transaction, fault: OsharmError | null): Promise<void> {
    if (fault === null) return this.#again(transaction, 0);
    const [run] = await transaction.query(
      'UPDATE osharm.run SET releases = releases + 1, error = $3 WHERE sweep = $1 AND key = $2 RETURNING releases',
      [this.sweep, this.key, errorJson(fault)],
    );
    if (Number(run?.releases) < releasesLimit) return this.#again(transaction, 0);
    await this.#giveUp(transaction);
  }

  async #giveUp(transaction: Transaction): Promise<void> {
    await transaction.query(`UPDATE osharm.run SET state = 'failed' WHERE sweep = $1 AND key = $2`, [
      this.sweep,
      this.key,
    ]);
  }

  async #failed(transaction: Transaction, error: OsharmError, isFinal: boolean): Promise<void> {
    const [run] = await transaction.query(
      'UPDATE osharm.run SET failures = failures + 1, releases = 0, error = $3 WHERE sweep = $1 AND key = $2 RETURNING failures',
      [this.sweep, this.key, errorJson(error)],
    );
    if (!isFinal && Number(run?.failures) < failuresLimit) await this.#again(transaction, againAfterSeconds);
    else await this.#giveUp(transaction);
  }

  async #settle(
    { query }: Pick<Transaction, 'query'>,
    ended: 'released' | 'failed' | 'fenced',
    costUsd: number,
    staged: string | null,
  ): Promise<void> {
    await query(
      `WITH attempt AS (
         UPDATE osharm.attempt SET ended = $4, ended_at = now(), cost_usd = $5, staged = $6, is_settled = true, picture = NULL
         WHERE sweep = $1 AND key = $2 AND attempt = $3 AND NOT is_settled RETURNING reserved_usd
       )
       UPDATE osharm.sweep SET spent_usd = spent_usd + $5 - attempt.reserved_usd FROM attempt WHERE name = $1`,
      [...this.#name, ended, costUsd, staged],
    );
  }

  /** Ends an attempt that a newer one has replaced. Only its cost counts. */
  async #fenced(costUsd: number, staged: string | null): Promise<void> {
    await this.#database.throughOutages(() =>
      this.#transaction((transaction) => this.#settle(transaction, 'fenced', costUsd, staged)),
    );
    if (!this.lost.aborted) this.#lost.abort(new Error('Another worker has this run.'));
  }
}

function errorJson({ code, message, blame, hint, isRetryable }: OsharmError): string {
  return JSON.stringify({ code, message, blame, hint: hint ?? null, isRetryable });
}
