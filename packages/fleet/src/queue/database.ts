import { setTimeout as sleep } from 'node:timers/promises';
import { EnvironmentError, UsageError } from 'osharm';
import pg from 'pg';
import { type CommandResponse, type Db, PgBoss } from 'pg-boss';
import { isMadeSql, schemaSql } from './schema.ts';

/** Milliseconds that a database that is away is waited for. */
const outageMs = 10 * 60_000;
/** Seconds between two looks for jobs whose worker sends no heartbeats any more. */
const monitorSeconds = 10;
/** Milliseconds until a connection stands. */
const connectMs = 10_000;
/** Milliseconds that one statement may take: its server may be gone without a word. */
const statementMs = 60_000;
const bossSchema = 'osharm_jobs';

type Rows = Record<string, unknown>[];

/** One transaction; pg-boss takes it as its database. */
export interface Transaction extends Db {
  query(text: string, values?: readonly unknown[]): Promise<Rows>;
}

interface DatabaseOptions {
  /** This process looks for jobs whose worker is gone; left out: it does. */
  supervises?: boolean;
  /** Milliseconds that a database that is away is waited for; left out: ten minutes. */
  outageMs?: number;
  /** Connections at most, beside those of pg-boss. */
  connections?: number;
}

/** The queue's database: pg-boss in schema `osharm_jobs`, our own tables in `osharm`. Both are made where they aren't there. */
export class QueueDatabase implements Transaction {
  readonly boss: PgBoss;
  readonly #pool: pg.Pool;
  readonly #outageMs: number;

  private constructor(url: string, options: DatabaseOptions) {
    this.#outageMs = options.outageMs ?? outageMs;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: options.connections ?? 8,
      application_name: 'osharm',
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: connectMs,
    });
    const isSupervisor = options.supervises ?? true;
    this.boss = new PgBoss({
      connectionString: url,
      schema: bossSchema,
      application_name: 'osharm jobs',
      connectionTimeoutMillis: connectMs,
      max: 4,
      supervise: isSupervisor,
      schedule: false,
      monitorIntervalSeconds: monitorSeconds,
      superviseIntervalSeconds: monitorSeconds,
    });
    // A connection that breaks while nobody uses it: the next query takes another.
    this.#pool.on('error', () => {});
    this.boss.on('error', () => {});
  }

  /** Throws UsageError for an address that is none, EnvironmentError `queue-unreachable` where no database answers. */
  static async open(url: string, options: DatabaseOptions = {}): Promise<QueueDatabase> {
    if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
      throw new UsageError('The queue’s address is not that of a Postgres database.', {
        code: 'queue-address',
        hint: 'It is postgres://USER:PASSWORD@HOST:PORT/DATABASE.',
      });
    const database = new QueueDatabase(url, options);
    try {
      // First: pg-boss tries one that doesn't answer twice.
      await database.#answer();
      await database.boss.start();
      // Not where it is there: `CREATE INDEX IF NOT EXISTS` too waits for those who write, and they may wait for it.
      const [there] = await database.query(isMadeSql);
      if (there?.made !== true) await database.#pool.query(schemaSql);
      return database;
    } catch (cause) {
      await database.close();
      const { host } = new URL(url);
      throw new EnvironmentError(`The queue at ${host} can't be used: ${reasonOf(cause)}.`, {
        code: 'queue-unreachable',
        hint: 'Start the database, or correct the address after --queue. The user needs the right to create schemas there.',
        cause,
      });
    }
  }

  /** Waits for a database that is starting: it says so. */
  async #answer(): Promise<void> {
    const start = Date.now();
    for (;;) {
      try {
        await this.query('SELECT 1');
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== startingState || Date.now() - start > this.#outageMs) throw error;
      }
      await sleep(500);
    }
  }

  async query(text: string, values: readonly unknown[] = []): Promise<Rows> {
    return (await this.executeSql(text, values)).rows;
  }

  /** The same for pg-boss. */
  async executeSql(text: string, values: readonly unknown[] = []): Promise<{ rows: Rows }> {
    const statement: pg.QueryConfig & { query_timeout: number } = {
      text,
      values: [...values],
      query_timeout: statementMs,
    };
    return this.#pool.query(statement);
  }

  /** All of `action` or nothing of it. What it throws comes out once it is rolled back. */
  async transaction<T>(action: (transaction: Transaction) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    // The pool listens to idle clients alone.
    const onError = (error: Error): void => {
      broken = error;
    };
    client.on('error', onError);
    try {
      await client.query('BEGIN');
      const result = await action({
        executeSql: (text, values) => client.query(text, values === undefined ? [] : [...values]),
        query: async (text, values = []) => (await client.query(text, [...values])).rows as Rows,
      });
      await client.query('COMMIT');
      return result;
    } catch (error) {
      try {
        await client.query('ROLLBACK');
      } catch (failed) {
        broken ??= failed as Error;
      }
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  /** Holds a name against other processes, until what it gives is called or this process ends. Null: another one holds it. */
  async hold(name: string): Promise<(() => void) | null> {
    const client = await this.#pool.connect();
    // A connection that breaks holds nothing any more: nobody is told, as nothing wrong comes of it.
    client.on('error', () => {});
    const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtext($1)) AS held', [name]);
    if (rows[0]?.held === true) return () => client.release(true);
    client.release();
    return null;
  }

  /** Does `action` again while the database is away. It must be one that may be done twice. Throws EnvironmentError after ten minutes. */
  async throughOutages<T>(action: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const start = Date.now();
    for (let tries = 0; ; tries += 1) {
      try {
        return await action();
      } catch (error) {
        if (!isOutage(error)) throw error;
        if (Date.now() - start > this.#outageMs)
          throw new EnvironmentError(`The queue has been away for too long: ${reasonOf(error)}.`, {
            code: 'queue-unreachable',
            cause: error,
          });
      }
      await sleep(Math.min(2000, 50 * 2 ** tries) * (0.5 + Math.random()), undefined, { signal });
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.boss.stop({ graceful: false }), this.#pool.end()]);
  }
}

const startingState = '57P03';
/** Postgres: no connection (08), shut down or starting (57P), too many connections (53300), deadlock or serialisation (40). */
const passingStates = /^(?:08...|57P0.|53300|40001|40P01|25006)$/;
const passingCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT']);

/** True for faults of the connection, and for those after which Postgres itself says: try again. */
export function isOutage(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const inner = (error as AggregateError).errors;
  if (Array.isArray(inner)) return inner.some(isOutage);
  return (
    passingStates.test(code) ||
    passingCodes.has(code) ||
    /connection (?:terminated|ended|closed|timeout)|not queryable|query read timeout|timeout exceeded when trying to connect/i.test(
      message,
    )
  );
}

function reasonOf(error: unknown): string {
  const inner = (error as AggregateError).errors;
  const cause = Array.isArray(inner) && inner.length > 0 ? inner[0] : error;
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
}

/** How many jobs a command of pg-boss touched: 0 where the attempt that gives it has been replaced. */
export function affected(response: CommandResponse): number {
  return (response as { affected: number }).affected;
}
