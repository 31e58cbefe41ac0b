import { setTimeout as sleep } from 'node:timers/promises';
import { EnvironmentError, UsageError } from 'osharm';
import pg from 'pg';
import { type CommandResponse, type Db, PgBoss } from 'pg-boss';
import { isMadeSql, schemaSql } from './schema.ts';

const outageMs = 10 * 60_000;
const monitorSeconds = 10;
const connectMs = 10_000;
/** Statement timeout, because a server may vanish without closing the connection. */
const statementMs = 60_000;
const bossSchema = 'osharm_jobs';

type Rows = Record<string, unknown>[];

/** A database transaction that pg-boss can use as its database. */
export interface Transaction extends Db {
  query(text: string, values?: readonly unknown[]): Promise<Rows>;
}

interface DatabaseOptions {
  /** Whether this process checks for jobs of dead workers. Defaults to true. */
  supervises?: boolean;
  outageMs?: number;
  /** Maximum number of connections, in addition to those of pg-boss. Defaults to 8. */
  connections?: number;
}

/** The queue's database: pg-boss in schema `osharm_jobs`, our tables in `osharm`. Creates missing schemas. */
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
    // Without a listener, an error of an idle connection would end the process. The next query opens a new connection.
    this.#pool.on('error', () => {});
    this.boss.on('error', () => {});
  }

  /** Throws UsageError for an invalid address, EnvironmentError `queue-unreachable` if no database answers. */
  static async open(url: string, options: DatabaseOptions = {}): Promise<QueueDatabase> {
    if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
      throw new UsageError('The queue’s address is not that of a Postgres database.', {
        code: 'queue-address',
        hint: 'It is postgres://USER:PASSWORD@HOST:PORT/DATABASE.',
      });
    const database = new QueueDatabase(url, options);
    try {
      // Checked first, because pg-boss would try an unreachable database twice.
      await database.#answer();
      await database.boss.start();
      // Skipped if the tables exist: even `CREATE INDEX IF NOT EXISTS` waits for writers and can deadlock with them.
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

  async executeSql(text: string, values: readonly unknown[] = []): Promise<{ rows: Rows }> {
    const statement: pg.QueryConfig & { query_timeout: number } = {
      text,
      values: [...values],
      query_timeout: statementMs,
    };
    return this.#pool.query(statement);
  }

  /** Commits after `action`, or rolls back and rethrows its error. */
  async transaction<T>(action: (transaction: Transaction) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    // The pool listens for errors of idle clients only.
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

  /** Acquires a lock until the returned function is called or this process ends. Null if it is already taken. */
  async hold(name: string): Promise<(() => void) | null> {
    const client = await this.#pool.connect();
    // Nothing to do: a broken connection releases the lock.
    client.on('error', () => {});
    const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtext($1)) AS held', [name]);
    if (rows[0]?.held === true) return () => client.release(true);
    client.release();
    return null;
  }

  /** Retries an idempotent `action` during an outage. Throws EnvironmentError after `outageMs`. */
  async throughOutages<T>(action: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const start = Date.now();
    for (let tries = 0; ; tries += 1) {
      try {
        return await action();
      } catch (error) {
        if (!isOutage(error)) throw error;
        if (Date.now() - start > this.#outageMs)
          throw new EnvironmentError(`The queue was unreachable for too long: ${reasonOf(error)}.`, {
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
/**
 * SQLSTATEs of outages: connection (08), shutdown (57P), connection limit (53300), deadlock (40), read-only (25006).
 */
const passingStates = /^(?:08...|57P0.|53300|40001|40P01|25006)$/;
const passingCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT']);

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

/** Number of jobs that a pg-boss command changed: 0 if a newer attempt has replaced the caller's. */
export function affected(response: CommandResponse): number {
  return (response as { affected: number }).affected;
}
