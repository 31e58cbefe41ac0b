import { lstatSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isSystemError, rethrowUnless } from '../../expected-errors.ts';
import { makeFolder } from '../make-folder.ts';
import { heartbeatIn, isAlive, showLife } from './liveness.ts';
import { ownIdentity, type ProcessIdentity } from './process-identity.ts';

/**
 * `lease`: exclusive to one process. `plan`: shared by processes. Tables and columns keep the names from version 0.1,
 * which leased only runs, so that sweeps of both versions respect each other.
 */
const schema = `
  CREATE TABLE IF NOT EXISTS lease (run TEXT PRIMARY KEY, host TEXT, boot TEXT, pid INTEGER, start TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS plan (run TEXT, host TEXT, boot TEXT, pid INTEGER, start TEXT) STRICT`;

/**
 * Named leases of processes in a shared database. A lease ends when it is released or its process dies. One transaction
 * checks whether the holder is alive and replaces it, so two processes can't both take over from a dead one. All
 * methods throw errors with a file system `code`.
 */
export class Leases {
  /** For tables whose changes belong to a `transaction`. */
  readonly database: DatabaseSync;
  readonly #folder: string;
  readonly #identity: ProcessIdentity;
  readonly #held = new Set<string>();
  readonly #hide: () => void;

  constructor(file: string, identity: ProcessIdentity = ownIdentity()) {
    this.#folder = dirname(file);
    this.#identity = identity;
    makeFolder(this.#folder);
    this.database = withFileErrors(() => {
      const database = new DatabaseSync(file, { timeout: 10_000 });
      // Leases only matter while processes live, so they need not survive a power cut.
      database.exec(`PRAGMA synchronous = OFF; ${schema}`);
      return database;
    });
    this.#hide = showLife(this.#folder, identity);
  }

  /** Runs `action` in a transaction, during which no other process can write. */
  transaction<T>(action: () => T): T {
    const { database } = this;
    if (database.isTransaction) return action();
    return withFileErrors(() => {
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = action();
        database.exec('COMMIT');
        return result;
      } finally {
        if (database.isTransaction) database.exec('ROLLBACK');
      }
    });
  }

  /** Returns null on success, otherwise the living process that has the lease, which may be this one. */
  take(name: string): ProcessIdentity | null {
    return this.transaction(() => {
      const holder = this.holder(name);
      if (holder !== null) return holder;
      const { host, boot, pid, start } = this.#identity;
      this.database
        .prepare('INSERT OR REPLACE INTO lease (run, host, boot, pid, start) VALUES (?, ?, ?, ?, ?)')
        .run(name, host, boot, pid, start);
      this.#held.add(name);
      return null;
    });
  }

  /** The living process that has the lease, or null. */
  holder(name: string): ProcessIdentity | null {
    const holder = this.#lastHolder(name);
    return holder !== null && this.#isAlive(holder) ? holder : null;
  }

  /** True if the process that has the lease died without releasing it. */
  isAbandoned(name: string): boolean {
    const holder = this.#lastHolder(name);
    return holder !== null && !this.#isAlive(holder);
  }

  #lastHolder(name: string): ProcessIdentity | null {
    const row = withFileErrors(() =>
      this.database.prepare('SELECT host, boot, pid, start FROM lease WHERE run = ?').get(name),
    ) as ProcessIdentity | undefined;
    return row === undefined ? null : { ...row };
  }

  /** False if this process seemed dead and another one took the lease over. */
  holds(name: string): boolean {
    const { host, boot, pid, start } = this.#identity;
    const query = 'SELECT 1 FROM lease WHERE run = ? AND host = ? AND boot = ? AND pid = ? AND start = ?';
    return withFileErrors(() => this.database.prepare(query).get(name, host, boot, pid, start)) !== undefined;
  }

  /** Registers this process under each shared name, and removes dead processes. */
  share(names: readonly string[]): void {
    this.transaction(() => {
      const sharing = this.database.prepare('SELECT DISTINCT host, boot, pid, start FROM plan').all();
      for (const identity of sharing as unknown as ProcessIdentity[]) {
        if (this.#isAlive(identity)) continue;
        this.#forget(identity);
        rmSync(heartbeatIn(this.#folder, identity), { force: true });
      }
      const { host, boot, pid, start } = this.#identity;
      const insert = this.database.prepare('INSERT INTO plan (run, host, boot, pid, start) VALUES (?, ?, ?, ?, ?)');
      for (const name of names) insert.run(name, host, boot, pid, start);
    });
  }

  release(name: string): void {
    if (!this.#held.delete(name)) return;
    const { host, boot, pid, start } = this.#identity;
    const query = 'DELETE FROM lease WHERE run = ? AND host = ? AND boot = ? AND pid = ? AND start = ?';
    this.#atEnd(() => this.database.prepare(query).run(name, host, boot, pid, start));
  }

  /** Releases all leases. */
  close(): void {
    for (const name of [...this.#held]) this.release(name);
    this.#atEnd(() => this.#forget(this.#identity));
    this.#hide();
    this.database.close();
  }

  #isAlive(identity: ProcessIdentity): boolean {
    return isAlive(identity, heartbeatIn(this.#folder, identity));
  }

  #forget({ host, boot, pid, start }: ProcessIdentity): void {
    this.database
      .prepare('DELETE FROM plan WHERE host = ? AND boot = ? AND pid = ? AND start = ?')
      .run(host, boot, pid, start);
  }

  /** Ignores file system errors, such as a full disk: the rows become void when this process exits. */
  #atEnd(action: () => unknown): void {
    try {
      withFileErrors(action);
    } catch (error) {
      rethrowUnless(error, isSystemError);
    }
  }
}

/** Live processes by lease name. */
export interface LivingLeases {
  taken: Map<string, ProcessIdentity>;
  shared: Map<string, ProcessIdentity[]>;
}

const mostTaken = 1_000;
const mostShared = 100_000;

/** Reads an untrusted lease file without modifying it. Returns null if it can't be read. */
export function readLeases(file: string): LivingLeases | null {
  try {
    if (!lstatSync(file).isFile()) return null;
    const database = new DatabaseSync(file, { readOnly: true, timeout: 500 });
    try {
      if (!hasTable(database, 'lease')) return null;
      const taken = livingRows(database, 'lease', mostTaken, dirname(file));
      const shared = hasTable(database, 'plan') ? livingRows(database, 'plan', mostShared, dirname(file)) : [];
      return {
        taken: new Map(taken),
        shared: new Map(
          [...Map.groupBy(shared, ([name]) => name)].map(([name, rows]) => [name, rows.map(([, by]) => by)]),
        ),
      };
    } finally {
      database.close();
    }
  } catch {
    // Any fault: someone else may have written the file, and SQLite parses it.
    return null;
  }
}

/** A view with this name could run an endless query; a table can't. */
function hasTable(database: DatabaseSync, name: string): boolean {
  const row = database.prepare('SELECT type FROM sqlite_master WHERE name = ?').get(name);
  return row?.type === 'table';
}

function livingRows(
  database: DatabaseSync,
  table: 'lease' | 'plan',
  most: number,
  folder: string,
): [name: string, holder: ProcessIdentity][] {
  const query = `SELECT run, host, boot, pid, start FROM ${table} LIMIT ${most}`;
  const rows = database.prepare(query).all() as unknown as (ProcessIdentity & { run: string })[];
  const alive = new Map<string, boolean>();
  return rows.flatMap(({ run, ...holder }) => {
    const key = JSON.stringify(holder);
    const isKnown = alive.get(key) ?? isAlive(holder, heartbeatIn(folder, holder));
    alive.set(key, isKnown);
    return isKnown ? [[run, holder] as [string, ProcessIdentity]] : [];
  });
}

/** SQLite's error codes: 13 full, 8 and 14 not writable. */
function withFileErrors<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    // The lowest byte is the code; the rest refines it.
    const number = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
    const code = number === 13 ? 'ENOSPC' : number === 8 || number === 14 ? 'EACCES' : undefined;
    throw code === undefined ? error : Object.assign(new Error((error as Error).message), { code });
  }
}
