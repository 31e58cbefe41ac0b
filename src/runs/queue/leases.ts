import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isSystemError, rethrowUnless } from '../../base/expected-errors.ts';
import { heartbeatIn, showLife } from '../../base/record/heartbeat.ts';
import { makeFolder } from '../../base/record/make-folder.ts';
import { isAlive, ownIdentity, type ProcessIdentity } from '../../base/record/process-identity.ts';
import { recordFailure } from '../../base/record/record-failure.ts';

/**
 * Leases on runs, so that several processes can share a result folder. They are rows of `{result_dir}/.leases.sqlite`.
 * Checking that the holder is alive and replacing it is one transaction, so two processes can't both take over from a
 * dead one.
 */
export class Leases {
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
      this.#database = new DatabaseSync(join(resultDir, '.leases.sqlite'), { timeout: 10_000 });
      // Leases only matter while processes live, so they need not survive a power cut.
      this.#database.exec(
        'PRAGMA synchronous = OFF; CREATE TABLE IF NOT EXISTS lease ' +
          '(run TEXT PRIMARY KEY, host TEXT, boot TEXT, pid INTEGER, start TEXT) STRICT; ' +
          'CREATE TABLE IF NOT EXISTS plan (run TEXT, host TEXT, boot TEXT, pid INTEGER, start TEXT) STRICT',
      );
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
