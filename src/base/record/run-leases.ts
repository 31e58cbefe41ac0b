import { lstatSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isSystemError, rethrowUnless } from '../expected-errors.ts';
import { heartbeatIn, showLife } from './heartbeat.ts';
import { makeFolder } from './make-folder.ts';
import { isAlive, ownIdentity, type ProcessIdentity } from './process-identity.ts';
import { recordFailure } from './record-failure.ts';

/** Name of the database in a result folder. */
export const leaseFile = '.leases.sqlite';

/** `lease`: runs that processes execute. `plan`: runs that they will execute, for live views. */
const schema = `
  CREATE TABLE IF NOT EXISTS lease (run TEXT PRIMARY KEY, host TEXT, boot TEXT, pid INTEGER, start TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS plan (run TEXT, host TEXT, boot TEXT, pid INTEGER, start TEXT) STRICT`;

interface LeaseRow extends ProcessIdentity {
  /** Path relative to the result folder. */
  run: string;
}

/**
 * Leases on runs, so that several processes can share a result folder. They are rows of `{result_dir}/.leases.sqlite`.
 * Checking that the holder is alive and replacing it is one transaction, so two processes can't both take over from a
 * dead one.
 */
export class RunLeases {
  readonly #database: DatabaseSync;
  readonly #resultDir: string;
  readonly #identity: ProcessIdentity;
  readonly #held = new Set<string>();
  readonly #hide: () => void;

  /** Throws OsharmError if the folder is not writable. */
  constructor(resultDir: string, processIdentity: ProcessIdentity = ownIdentity()) {
    this.#resultDir = resultDir;
    this.#identity = processIdentity;
    try {
      makeFolder(resultDir);
      this.#hide = showLife(resultDir, processIdentity);
      this.#database = new DatabaseSync(join(resultDir, leaseFile), { timeout: 10_000 });
      // Leases only matter while processes live, so they need not survive a power cut.
      this.#database.exec(`PRAGMA synchronous = OFF; ${schema}`);
    } catch (error) {
      throw recordFailure(asFileError(error), resultDir);
    }
  }

  /** Publishes this process's planned runs for live views, and removes those of dead processes. */
  plan(directories: readonly string[]): void {
    const { host, boot, pid, start } = this.#identity;
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      const before = this.#database.prepare('SELECT DISTINCT host, boot, pid, start FROM plan').all();
      for (const processIdentity of before as unknown as ProcessIdentity[]) {
        if (this.#isAlive(processIdentity)) continue;
        this.#forget(processIdentity);
        rmSync(heartbeatIn(this.#resultDir, processIdentity), { force: true });
      }
      const insert = this.#database.prepare('INSERT INTO plan (run, host, boot, pid, start) VALUES (?, ?, ?, ?, ?)');
      for (const directory of directories) insert.run(relative(this.#resultDir, directory), host, boot, pid, start);
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw recordFailure(asFileError(error), this.#resultDir);
    }
  }

  #forget({ host, boot, pid, start }: ProcessIdentity): void {
    this.#database
      .prepare('DELETE FROM plan WHERE host = ? AND boot = ? AND pid = ? AND start = ?')
      .run(host, boot, pid, start);
  }

  /** Returns null on success, otherwise the process that has the lease. Throws OsharmError if it can't be written. */
  take(directory: string): ProcessIdentity | null {
    try {
      return this.#take(directory);
    } catch (error) {
      throw recordFailure(asFileError(error), this.#resultDir);
    }
  }

  #take(directory: string): ProcessIdentity | null {
    const run = relative(this.#resultDir, directory);
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const holder = this.#database.prepare('SELECT host, boot, pid, start FROM lease WHERE run = ?').get(run) as
        | ProcessIdentity
        | undefined;
      const isFree = holder === undefined || !this.#isAlive(holder);
      if (isFree) {
        const { host, boot, pid, start } = this.#identity;
        this.#database
          .prepare('INSERT OR REPLACE INTO lease (run, host, boot, pid, start) VALUES (?, ?, ?, ?, ?)')
          .run(run, host, boot, pid, start);
        this.#held.add(run);
      }
      this.#database.exec('COMMIT');
      return isFree ? null : { ...(holder as ProcessIdentity) };
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #isAlive(holder: ProcessIdentity): boolean {
    return isAlive(holder, heartbeatIn(this.#resultDir, holder));
  }

  /** False if this process seemed dead and another one took the lease over. Throws OsharmError if it can't be read. */
  holds(directory: string): boolean {
    try {
      const { host, boot, pid, start } = this.#identity;
      return (
        this.#database
          .prepare('SELECT 1 FROM lease WHERE run = ? AND host = ? AND boot = ? AND pid = ? AND start = ?')
          .get(relative(this.#resultDir, directory), host, boot, pid, start) !== undefined
      );
    } catch (error) {
      throw recordFailure(asFileError(error), this.#resultDir);
    }
  }

  release(directory: string): void {
    const run = relative(this.#resultDir, directory);
    if (!this.#held.delete(run)) return;
    try {
      this.#database
        .prepare('DELETE FROM lease WHERE run = ? AND boot = ? AND pid = ?')
        .run(run, this.#identity.boot, this.#identity.pid);
    } catch (error) {
      // Disk full: the lease ends with this process.
      rethrowUnless(asFileError(error), isSystemError);
    }
  }

  close(): void {
    for (const run of [...this.#held]) this.release(join(this.#resultDir, run));
    try {
      this.#forget(this.#identity);
    } catch (error) {
      // Disk full: the plan ends with this process.
      rethrowUnless(asFileError(error), isSystemError);
    }
    this.#hide();
    this.#database.close();
  }
}

/** SQLite's error codes: 13 full, 8 and 14 not writable. */
function asFileError(error: unknown): unknown {
  const number = (error as { errcode?: number }).errcode;
  const code = number === 13 ? 'ENOSPC' : number === 8 || number === 14 ? 'EACCES' : undefined;
  return code === undefined ? error : Object.assign(new Error((error as Error).message), { code });
}

/** Runs that live processes execute or have planned, as paths relative to the sweep's folder. */
export interface LeasedRuns {
  leased: Set<string>;
  planned: Set<string>;
}

const mostLeases = 1_000;
const mostPlanned = 100_000;

/** Reads a sweep's leases, which another program may have written; null if they can't be read. */
export function leasedRuns(file: string): LeasedRuns | null {
  try {
    if (!lstatSync(file).isFile()) return null;
    const database = new DatabaseSync(file, { readOnly: true, timeout: 500 });
    try {
      if (!hasTable(database, 'lease')) return null;
      const folder = dirname(file);
      return {
        leased: aliveRuns(database, 'lease', mostLeases, folder),
        planned: hasTable(database, 'plan') ? aliveRuns(database, 'plan', mostPlanned, folder) : new Set(),
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

function aliveRuns(database: DatabaseSync, table: 'lease' | 'plan', most: number, folder: string): Set<string> {
  const query = `SELECT run, host, boot, pid, start FROM ${table} LIMIT ${most}`;
  const rows = database.prepare(query).all() as unknown as LeaseRow[];
  const alive = new Map<string, boolean>();
  const isHeld = ({ run: _, ...holder }: LeaseRow): boolean => {
    const key = JSON.stringify(holder);
    const known = alive.get(key) ?? isAlive(holder, heartbeatIn(folder, holder));
    alive.set(key, known);
    return known;
  };
  return new Set(rows.filter(isHeld).map(({ run }) => run));
}
