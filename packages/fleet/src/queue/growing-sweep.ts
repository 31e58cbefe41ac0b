import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { OsharmError } from 'osharm';
import { fallback, isAborted } from 'osharm/queue';
import { failLostRuns, retrySweep } from './control.ts';
import { isOutage, type QueueDatabase, type Transaction } from './database.ts';
import { insertRuns, jobQueue, type SubmittedRun } from './submit.ts';

/** Milliseconds between two looks at the runs that are waited for. */
const usualPollMs = 500;
/** Seconds that workers wait for more runs of a sweep whose process is silent, and milliseconds between two signs of life. */
const growsSeconds = 60;
const signMs = 15_000;
/** Milliseconds after which it is told that nobody makes what waits. */
const idleMs = 30_000;
/** Seconds without a heartbeat after which an attempt counts as gone: nothing of what was set aside for it comes back. */
const goneSeconds = 120;

/** A run of a growing sweep that has its result, where everybody looks. */
export interface GrownRun {
  /** What it was submitted with: by an earlier process perhaps. */
  own: object | null;
}

/** Why runs wait and none is made. */
export type Held = 'paused' | 'no-worker';

interface GrowingSweepOptions {
  /** The error of runs that the money does not suffice for. */
  budgetUsedUp: (spentUsd: number, capUsd: number) => OsharmError;
  /** Told once each time that it begins. */
  onHeld?: (why: Held) => void;
  pollMs?: number;
  idleMs?: number;
}

interface Waiting {
  resolve(run: GrownRun): void;
  reject(error: Error): void;
}

/** A sweep's money, in US dollars. */
interface SweepMoney {
  /** Null: no limit. */
  capUsd: number | null;
  runUsd: number;
  /** With what is set aside. */
  spentUsd: number;
  /** Without it. */
  settledUsd: number;
  /** Attempts go on, whose share may come back. */
  goesOn: boolean;
}

const moneySql = `SELECT state, cap_usd AS "capUsd", run_usd AS "runUsd", spent_usd AS "spentUsd",
    spent_usd - (SELECT coalesce(sum(reserved_usd), 0) FROM osharm.attempt
      WHERE sweep = name AND ended_at IS NULL AND NOT is_settled) AS "settledUsd",
    EXISTS (SELECT FROM osharm.attempt
      WHERE sweep = name AND ended_at IS NULL AND seen_at > now() - make_interval(secs => $2)) AS "goesOn"
  FROM osharm.sweep WHERE name = $1`;

/** Those of the keys that came to an end. */
const endedSql = `SELECT run.key, run.state, run.error, run.own FROM osharm.run LEFT JOIN osharm.result USING (sweep, key)
  WHERE sweep = $1 AND key = ANY($2::text[])
    AND (run.state IN ('failed', 'cancelled') OR (run.state = 'committed' AND published_at IS NOT NULL))`;

/**
 * A sweep in the queue that one process adds runs to as it goes, and whose results it reads. A run that was added
 * before is not made again: its result is read. Workers with `--until-done` stay as long as the process shows life.
 */
export class GrowingSweep {
  readonly #database: QueueDatabase;
  readonly #name: string;
  readonly #options: GrowingSweepOptions;
  readonly #waiting = new Map<string, Waiting>();
  readonly #ending = new AbortController();
  readonly #polling: Promise<void>;
  #settledUsd = 0;
  /** Of this process's clock, in milliseconds: when something was last made, or nothing waited. */
  #lastMade = performance.now();
  #held: Held | null = null;

  /** `name`: of a sweep that was submitted. */
  constructor(database: QueueDatabase, name: string, options: GrowingSweepOptions) {
    this.#database = database;
    this.#name = name;
    this.#options = options;
    this.#polling = this.#poll(options.pollMs ?? usualPollMs);
  }

  /** US dollars of what ended, as of the last look. Lost attempts count with what was set aside. */
  get settledUsd(): number {
    return this.#settledUsd;
  }

  /** Whether a run was added, by this process or an earlier one. */
  async has(key: string): Promise<boolean> {
    const [run] = await this.#database.query('SELECT true AS there FROM osharm.run WHERE sweep = $1 AND key = $2', [
      this.#name,
      key,
    ]);
    return run !== undefined;
  }

  /** Takes money out of the sweep's cap: something else has spent it. */
  async spendElsewhere(usd: number): Promise<void> {
    await this.#database.query('UPDATE osharm.sweep SET cap_usd = cap_usd - $2 WHERE name = $1', [this.#name, usd]);
  }

  /**
   * Adds a run and waits until its result lies where everybody looks. One that failed or was withdrawn before is made
   * again. Where the signal aborts or something is thrown, a run that nobody makes yet is withdrawn. Throws OsharmError
   * where it failed, where its sweep was cancelled, and where the money does not suffice.
   */
  async make(run: SubmittedRun, signal: AbortSignal): Promise<GrownRun> {
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

  /** No more runs come. */
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

  /** A run that was withdrawn waits again. Its job may be there still: two would be two attempts. */
  async #revive(transaction: Transaction, key: string): Promise<void> {
    const [run] = await transaction.query(
      `SELECT job FROM osharm.run WHERE sweep = $1 AND key = $2 AND state = 'cancelled' FOR UPDATE`,
      [this.#name, key],
    );
    if (run === undefined) return;
    // Waits for a worker that finds just now that nobody wants the run.
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

  /** One that can't be withdrawn now is made, and read by who wants it next. */
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
        // What waits can't be waited for; what is added next fails by itself, or is seen at the next look.
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

  /** Why what still waits will not be made; null: it may be. */
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

/** The queue has tried it again where that could help. */
const failure = ({ code, message, blame, hint }: FailedRun): OsharmError =>
  new OsharmError(message, { code, blame, isRetryable: false, hint: hint ?? undefined });

const cancelled = (name: string): OsharmError =>
  new OsharmError(`The sweep ${name} was cancelled.`, {
    code: 'sweep-cancelled',
    blame: 'environment',
    hint: 'Continue under another name: --sweep NAME. Finished trials are read from --out.',
  });
