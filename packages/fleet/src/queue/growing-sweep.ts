import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { OsharmError } from 'osharm';
import { fallback, isAborted } from 'osharm/queue';
import { failLostRuns, retrySweep } from './control.ts';
import { isOutage, type QueueDatabase, type Transaction } from './database.ts';
import { insertRuns, jobQueue, type SubmittedRun } from './submit.ts';

const usualPollMs = 500;
/**
 * Workers wait for more runs until the adding process has been silent for `growsSeconds`. It reports every `signMs`.
 */
const growsSeconds = 60;
const signMs = 15_000;
/** How long runs wait without a running attempt before `no-worker` is reported. */
const idleMs = 30_000;
/** An attempt without a heartbeat for this long is considered dead and its reservation spent. */
const goneSeconds = 120;

export interface GrownRun {
  /** The run's settings as submitted, possibly by an earlier process. */
  own: object | null;
}

/** Why no waiting run is being executed. */
export type Held = 'paused' | 'no-worker';

interface GrowingSweepOptions {
  budgetUsedUp: (spentUsd: number, capUsd: number) => OsharmError;
  onHeld?: (why: Held) => void;
  pollMs?: number;
  idleMs?: number;
}

interface Waiting {
  resolve(run: GrownRun): void;
  reject(error: Error): void;
}

interface SweepMoney {
  capUsd: number | null;
  runUsd: number;
  /** Includes reservations. */
  spentUsd: number;
  /** Excludes reservations. */
  settledUsd: number;
  /** Whether any running attempt may still free part of its reservation. */
  goesOn: boolean;
}

const moneySql = `SELECT state, cap_usd AS "capUsd", run_usd AS "runUsd", spent_usd AS "spentUsd",
    spent_usd - (SELECT coalesce(sum(reserved_usd), 0) FROM osharm.attempt
      WHERE sweep = name AND ended_at IS NULL AND NOT is_settled) AS "settledUsd",
    EXISTS (SELECT FROM osharm.attempt
      WHERE sweep = name AND ended_at IS NULL AND seen_at > now() - make_interval(secs => $2)) AS "goesOn"
  FROM osharm.sweep WHERE name = $1`;

const endedSql = `SELECT run.key, run.state, run.error, run.own FROM osharm.run LEFT JOIN osharm.result USING (sweep, key)
  WHERE sweep = $1 AND key = ANY($2::text[])
    AND (run.state IN ('failed', 'cancelled') OR (run.state = 'committed' AND published_at IS NOT NULL))`;

/**
 * A queued sweep of one process, which adds runs over time and reads their results. A run that was added before is not
 * executed again. Workers with `--until-done` wait for more runs while that process is alive.
 */
export class GrowingSweep {
  readonly #database: QueueDatabase;
  readonly #name: string;
  readonly #options: GrowingSweepOptions;
  readonly #waiting = new Map<string, Waiting>();
  readonly #ending = new AbortController();
  readonly #polling: Promise<void>;
  #settledUsd = 0;
  #lastMade = performance.now();
  #held: Held | null = null;

  constructor(database: QueueDatabase, name: string, options: GrowingSweepOptions) {
    this.#database = database;
    this.#name = name;
    this.#options = options;
    this.#polling = this.#poll(options.pollMs ?? usualPollMs);
  }

  /** US dollars spent by ended attempts, as of the last poll. Lost attempts count with their reservation. */
  get settledUsd(): number {
    return this.#settledUsd;
  }

  async has(key: string): Promise<boolean> {
    const [run] = await this.#database.query('SELECT true AS there FROM osharm.run WHERE sweep = $1 AND key = $2', [
      this.#name,
      key,
    ]);
    return run !== undefined;
  }

  /** Deducts spending outside the queue from the sweep's cap. */
  async spendElsewhere(usd: number): Promise<void> {
    await this.#database.query('UPDATE osharm.sweep SET cap_usd = cap_usd - $2 WHERE name = $1', [this.#name, usd]);
  }

  /**
   * Adds a run and waits until its result is published. A failed or withdrawn run is executed again. If the signal
   * aborts or an error occurs, a run that no worker has claimed is withdrawn. Throws OsharmError if the run fails, its
   * sweep is cancelled, or the budget is used up.
   */
  async execute(run: SubmittedRun, signal: AbortSignal): Promise<GrownRun> {
    signal.throwIfAborted();
    const { key } = run;
    await this.#database.throughOutages(() => this.#add(run), signal);
    const ended = new Promise<GrownRun>((resolve, reject) => this.#waiting.set(key, { resolve, reject }));
    const stop = (): void => this.#waiting.get(key)?.reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      return await ended;
    } catch (error) {
      await this.#withdraw(key);
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      this.#waiting.delete(key);
    }
  }

  /** Stops the sweep's growth, so that workers with `--until-done` can end. */
  async close(): Promise<void> {
    this.#ending.abort(new Error('closed'));
    await this.#polling;
    await this.#database.throughOutages(() =>
      this.#database.query('UPDATE osharm.sweep SET grows_until = NULL WHERE name = $1', [this.#name]),
    );
  }

  async #add(run: SubmittedRun): Promise<void> {
    const added = await this.#database.transaction(async (transaction) => {
      const count = await insertRuns(this.#database, transaction, this.#name, 'run', [run]);
      if (count === 0) await this.#revive(transaction, run.key);
      return count;
    });
    if (added === 0) await retrySweep(this.#database, this.#name, { key: run.key });
  }

  /** Puts a withdrawn run back. Reuses its job if that still exists, because two jobs would be two attempts. */
  async #revive(transaction: Transaction, key: string): Promise<void> {
    const [run] = await transaction.query(
      `SELECT job FROM osharm.run WHERE sweep = $1 AND key = $2 AND state = 'cancelled' FOR UPDATE`,
      [this.#name, key],
    );
    if (run === undefined) return;
    // Locks the job's row to wait for a worker that may be discarding it.
    const [job] = await transaction.query(
      `SELECT FROM osharm_jobs.job WHERE id = $1 AND state IN ('created', 'retry') FOR UPDATE`,
      [run.job],
    );
    const id = job === undefined ? randomUUID() : String(run.job);
    await transaction.query(`UPDATE osharm.run SET state = 'waiting', job = $3 WHERE sweep = $1 AND key = $2`, [
      this.#name,
      key,
      id,
    ]);
    if (job === undefined)
      await this.#database.boss.insert(jobQueue(this.#name, 'run'), [{ id, data: { key } }], { db: transaction });
  }

  /**
   * If the database is unreachable, the run stays in the queue, and its result serves the next process that needs it.
   */
  async #withdraw(key: string): Promise<void> {
    await this.#database
      .query(`UPDATE osharm.run SET state = 'cancelled' WHERE sweep = $1 AND key = $2 AND state = 'waiting'`, [
        this.#name,
        key,
      ])
      .catch(fallback(undefined, isOutage));
  }

  async #poll(pollMs: number): Promise<void> {
    const { signal } = this.#ending;
    let lastSign = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      try {
        if (performance.now() - lastSign > signMs) {
          lastSign = performance.now();
          await this.#database.throughOutages(() => this.#showLife(), signal);
        }
        await this.#database.throughOutages(() => this.#look(), signal);
      } catch (error) {
        // Fails only the current waiters. Runs added later wait for the next poll.
        for (const { reject } of this.#waiting.values()) reject(error as Error);
      }
      await sleep(pollMs, undefined, { signal }).catch(fallback(undefined, isAborted));
    }
  }

  async #showLife(): Promise<void> {
    await this.#database.query(
      'UPDATE osharm.sweep SET grows_until = now() + make_interval(secs => $2) WHERE name = $1',
      [this.#name, growsSeconds],
    );
    await failLostRuns(this.#database);
  }

  async #look(): Promise<void> {
    const [sweep] = await this.#database.query(moneySql, [this.#name, goneSeconds]);
    const money = sweep as unknown as SweepMoney & { state: string };
    this.#settledUsd = Number(money.settledUsd);
    if (this.#waiting.size === 0) {
      this.#lastMade = performance.now();
      return;
    }
    const ended = await this.#database.query(endedSql, [this.#name, [...this.#waiting.keys()]]);
    for (const { key, state, error, own } of ended) {
      const waiting = this.#waiting.get(String(key));
      if (state === 'committed') waiting?.resolve({ own: own as object | null });
      else waiting?.reject(state === 'failed' ? failure(error as FailedRun) : cancelled(this.#name));
    }
    const end = this.#endOf(money);
    if (end !== null) for (const { reject } of this.#waiting.values()) reject(end);
    this.#tellHeld(money.state, money.goesOn || ended.length > 0);
  }

  #tellHeld(state: string, isMade: boolean): void {
    const now = performance.now();
    if (isMade) this.#lastMade = now;
    const isIdle = now - this.#lastMade > (this.#options.idleMs ?? idleMs);
    const held = isMade ? null : state === 'paused' ? 'paused' : isIdle ? 'no-worker' : null;
    if (held !== null && held !== this.#held) this.#options.onHeld?.(held);
    this.#held = held;
  }

  #endOf({ state, capUsd, runUsd, spentUsd, settledUsd, goesOn }: SweepMoney & { state: string }): OsharmError | null {
    if (state === 'cancelled') return cancelled(this.#name);
    if (capUsd === null || goesOn || spentUsd + runUsd <= capUsd) return null;
    return this.#options.budgetUsedUp(settledUsd, capUsd);
  }
}

interface FailedRun {
  code: string;
  message: string;
  blame: OsharmError['blame'];
  hint: string | null;
}

/** Not retryable, because the queue has already retried. */
const failure = ({ code, message, blame, hint }: FailedRun): OsharmError =>
  new OsharmError(message, { code, blame, isRetryable: false, hint: hint ?? undefined });

const cancelled = (name: string): OsharmError =>
  new OsharmError(`The sweep ${name} was cancelled.`, {
    code: 'sweep-cancelled',
    blame: 'environment',
    hint: 'Continue under another name: --sweep NAME. Finished trials are read from --out.',
  });
